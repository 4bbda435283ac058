/**
 * Whether the server knows the documents and members that reports from practice ask for. Until it does, random worlds
 * and questions for the server are without them; the commit that brings the engine sets this to true.
 */
export const REPORTED: boolean = true;
