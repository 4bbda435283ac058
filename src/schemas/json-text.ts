/**
 * An object that a document holds, as the JSON text that somebody has already made of it. An assignment is written out for
 * its answer: taken along as an object too it was cloned between the threads, collected and encoded once more for the
 * store, 100 us of the main thread's 210 for an assignment.
 */
export class JsonText {
  /** @param text JSON of an object */
  constructor(readonly text: string) {}

  /** The text in the place of the object, in a document that is about to be written. A document that is read holds the object. */
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
