/**
 * An object in a document, as its JSON text. The text of an assignment exists already, because its answer needs it. As
 * an object it would also be cloned between threads, garbage-collected and encoded again for the store: half of the
 * main thread's time for an assignment.
 */
export class JsonText {
  /** @param text JSON of an object */
  constructor(readonly text: string) {}

  /** The text in place of the object, for a document that is to be written. A document that is read has the object. */
  static standIn(text: string): Record<string, unknown> {
    return new JsonText(text) as unknown as Record<string, unknown>;
  }

  /** For JSON.stringify. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }

  /** For MongoDB, which keeps the object itself. */
  toBSON(): unknown {
    return this.toJSON();
  }
}
