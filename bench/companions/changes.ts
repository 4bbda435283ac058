/** Changes to be made one after another, or several at once; each is durable when its promise resolves. */
export interface Changes {
  /** `count` is 0 for the first change. */
  make(count: number): Promise<unknown>;
  end(): Promise<void>;
}
