/** The progress of a copy, in a small file: the same command again continues from there. */
import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { CollectionName } from '../model/documents.js';
import type { Key } from '../model/change.js';

interface SavedProgress {
  /** Identifies the copy: a hash, because an address may contain a password. */
  copy: string;
  done: CollectionName[];
  current: CollectionName | null;
  after: Key | null;
}

export class Progress {
  private constructor(
    private readonly file: string,
    private readonly saved: SavedProgress,
    readonly isResumed: boolean,
  ) {}

  /** @throws when the file belongs to another copy */
  static async open(file: string, from: string, to: string): Promise<Progress> {
    const copy = createHash('sha256')
      .update(JSON.stringify([from, to]))
      .digest('hex');
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return new Progress(file, { copy, done: [], current: null, after: null }, false);
    const saved = JSON.parse(text) as SavedProgress;
    if (saved.copy !== copy)
      throw new Error(
        `${file} is the progress of another copy: finish that one, remove the file, or name another with --progress`,
      );
    return new Progress(file, saved, true);
  }

  isDone(collection: CollectionName): boolean {
    return this.saved.done.includes(collection);
  }

  /** The key of the last written document of a collection; null: none. */
  lastOf(collection: CollectionName): Key | null {
    return this.saved.current === collection ? this.saved.after : null;
  }

  reached(collection: CollectionName, after: Key): Promise<void> {
    this.saved.current = collection;
    this.saved.after = after;
    return this.#save();
  }

  finished(collection: CollectionName): Promise<void> {
    this.saved.done.push(collection);
    return this.#save();
  }

  /** Called before the first document: from now on the documents in the target count as this copy's. */
  begun(): Promise<void> {
    return this.#save();
  }

  forget(): Promise<void> {
    return rm(this.file, { force: true });
  }

  /** Replaces the file in one step, so that a reader never sees half of it. */
  async #save(): Promise<void> {
    await writeFile(`${this.file}.new`, JSON.stringify(this.saved), { flush: true });
    await rename(`${this.file}.new`, this.file);
  }
}
