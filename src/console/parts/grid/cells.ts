/** What a grid is made of. */
export interface GridColumn {
  key: string;
  name: string;
  isNumber?: boolean;
}

export interface GridRow {
  key: string;
  name: string;
  /** What it is, for lists of changed cells; absent: its name says that. */
  words?: string;
  /** Where its head leads, below /console. */
  to?: string;
}

export interface GridCell {
  text: string;
  mark?: 'changed' | 'faulty' | 'dearer' | 'cheaper';
  /** Behind the text, of which it is no part. */
  words?: string | undefined;
  /** More about it, such as its fault. */
  note?: string;
}

/** A text that was typed into a cell. */
export interface CellEdit {
  row: string;
  column: string;
  text: string;
}
