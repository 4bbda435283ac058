/** Bounds of a sheet: a file that has or states more is refused before memory is allocated for it. */

/** A file as it comes. */
export const MAX_SHEET_FILE_BYTES = 33_554_432;
/** Rows and columns of a sheet, as spreadsheets have them. */
export const MAX_SHEET_ROWS = 1_048_576;
export const MAX_SHEET_COLUMNS = 16_384;
export const MAX_SHEET_FILLED_CELLS = 2_000_000;
/** Filled cells further than this from the others are a slip of the hand, or harm. */
export const MAX_SHEET_GAP_ROWS = 10_000;
export const MAX_SHEET_GAP_COLUMNS = 1_000;
/** Filled rows times the columns between the first and the last filled one. */
export const MAX_SHEET_SPAN_CELLS = 16_777_216;
/** A text of a workbook may be in many cells: all cells together. */
export const MAX_SHEET_CHARACTERS = 67_108_864;
/** All parts of a workbook that are read, inflated. */
export const MAX_WORKBOOK_INFLATED_BYTES = 200_000_000;
/** Parts, sheets, styles, merged cells: each. */
export const MAX_WORKBOOK_LIST_ITEMS = 100_000;
/** A tag or a comment; a cell has at most 32,767 characters. */
export const MAX_XML_TAG_CHARACTERS = 1_048_576;
/** Of a text that is read as a stream: a row of it, and the rows by which its columns are found. */
export const MAX_STREAMED_ROW_CHARACTERS = 1_048_576;
export const STREAM_HEAD_ROWS = 2_000;
/** Pincodes that a list may make. */
export const MAX_MADE_PINCODES = 5_000;
/** Rows that are looked at to find the kind of a column. */
export const KIND_SAMPLE_ROWS = 200;
/** Of these, so many may be of another kind. */
export const KIND_SAMPLE_MISFITS = 0.02;
