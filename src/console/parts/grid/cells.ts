/** What a grid is made of. */
export interface GridColumn {
  key: string;
  name: string;
  isNumber?: boolean;
}

export interface GridRow {
  key: string;
  name: string;
  /** Where its head leads, below /console. */
  to?: string;
}

export interface GridCell {
  text: string;
  mark?: 'changed' | 'faulty' | 'dearer' | 'cheaper';
  /** More about it, such as its fault. */
  note?: string;
}

/** A text that was typed into a cell. */
export interface CellEdit {
  row: string;
  column: string;
  text: string;
}
