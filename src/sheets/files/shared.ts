/** What the cells of a workbook share, and texts in its XML. */
import type { CellFormat } from './formats.js';
import { ownedText, type XmlReader, type XmlToken } from './xml.js';

/** What cells name by its number. */
export interface SharedParts {
  texts: readonly string[];
  /** By the number of a style. */
  formats: readonly CellFormat[];
  /** Day 0 is in 1904. */
  isFrom1904: boolean;
}

/** Collects the text of `t` elements: of a whole text or of its runs, without phonetic hints. */
export class TextReader {
  #text: string | null = null;
  #isPronunciation = false;
  #isWithin = false;

  /** Takes each token. */
  see(token: XmlToken, reader: XmlReader): void {
    if (token === 'text') {
      if (this.#isWithin) this.#text = (this.#text ?? '') + reader.text;
    } else if (reader.name === 't') this.#isWithin = token === 'opened' && !this.#isPronunciation;
    else if (reader.name === 'rPh') this.#isPronunciation = token === 'opened';
  }

  /** The text since the last call. */
  take(): string {
    const text = ownedText(this.#text ?? '');
    this.#text = null;
    // the form of characters that XML does not have: _x000D_
    return text.includes('_x')
      ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : text;
  }
}
