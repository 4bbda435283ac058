/** What the texts of people may hold: they are read on terminals, in tables and in logs. */

/** The inside of a character class: controls, separators of lines, and what turns the direction of writing. */
export const STEERING = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';

/** A name, a label or a note. Joiners (U+200C, U+200D) are letters of Indian scripts and stay. */
export const ONE_LINE = `^[^${STEERING}]*$`;

/** A description: of what steers, it may have tabs and the ends of lines. */
export const SENTENCES =
  '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$';

export const ONE_LINE_PHRASE = 'one line without control characters or marks of direction';
export const SENTENCES_PHRASE = 'text without control characters or marks of direction';
