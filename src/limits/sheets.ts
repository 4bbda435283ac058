/** Bounds of a courier's workbook: a file that states more is refused before memory is allocated for it. */

/** Rows and columns of a sheet, as spreadsheets have them. */
export const MAX_SHEET_ROWS = 1_048_576;
export const MAX_SHEET_COLUMNS = 16_384;
/** Rows with values: apply takes no more lines. */
export const MAX_SHEET_FILLED_ROWS = 100_000;
/** Cells of the rectangle from A1 to the last row and the last column with values. */
export const MAX_SHEET_SPAN_CELLS = 16_777_216;
/** All parts of a workbook that are read, inflated. */
export const MAX_WORKBOOK_INFLATED_BYTES = 67_108_864;
