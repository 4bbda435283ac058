/** XML of spreadsheets, in pieces as they are inflated: each character is read once, even in faulty XML. */
import { MAX_XML_TAG_CHARACTERS } from '../../limits/sheets.js';
import { SheetRefusal } from '../sheet.js';

const CLOSES = 0x3e;
const SLASH = 0x2f;
const COLON = 0x3a;
const EQUALS = 0x3d;
const LAST_BLANK = 0x20;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const CDATA = '<![CDATA[';
const COMMENT = '<!--';
/** Of the longest entity that is decoded: `&#1114111;`. */
const MAX_ENTITY_CHARACTERS = 10;

export type XmlToken = 'opened' | 'closed' | 'text';

/** Without prefixes of namespaces. An element without content opens and closes. A long text comes in several parts. */
export class XmlReader {
  /** Of the element that has opened or closed. */
  name = '';
  /** The piece that is read, after the unread end of the one before it. */
  #xml = '';
  #at = 0;
  /** Attributes of the element that has opened, or a text. */
  #from = 0;
  #to = 0;
  #isRaw = false;
  #closesNext = false;
  #isWhole = false;

  /** Takes the next piece, once `next` needs one. */
  push(piece: string): void {
    this.#xml = this.#xml.slice(this.#at) + piece;
    this.#at = 0;
  }

  /** There are no more pieces. */
  end(): void {
    this.#isWhole = true;
  }

  /** @throws {SheetRefusal} if a tag has no end */
  next(): XmlToken | 'more' | 'end' {
    if (this.#closesNext) {
      this.#closesNext = false;
      return 'closed';
    }
    while (this.#at < this.#xml.length) {
      const at = this.#at;
      const xml = this.#xml;
      if (xml[at] !== '<') return this.#text(at);
      // the longest mark that tells what begins here
      if (xml.length - at < CDATA.length && !this.#isWhole) return 'more';
      if (xml[at + 1] !== '!' && xml[at + 1] !== '?') return this.#tag(at);
      const isRaw = xml.startsWith(CDATA, at);
      const end = isRaw ? ']]>' : xml[at + 1] === '?' ? '?>' : xml.startsWith(COMMENT, at) ? '-->' : '>';
      const found = xml.indexOf(end, at);
      if (found === -1) return this.#unended(at);
      this.#at = found + end.length;
      if (isRaw) return this.#textFrom(at + CDATA.length, found, true);
    }
    return this.#isWhole ? 'end' : 'more';
  }

  /** The characters of a text. */
  get text(): string {
    const text = this.#xml.slice(this.#from, this.#to);
    return this.#isRaw ? text : decoded(text);
  }

  /** Of the element that has opened, whatever its prefix; undefined: there is none of this name. */
  attribute(name: string): string | undefined {
    const xml = this.#xml;
    for (let at = this.#from; at < this.#to;) {
      at = this.#behindBlanks(at);
      let nameFrom = at;
      for (let code; (code = xml.charCodeAt(at)) > LAST_BLANK && code !== EQUALS && at < this.#to; at++)
        if (code === COLON) nameFrom = at + 1;
      const nameTo = at;
      at = this.#behindBlanks(at);
      if (xml.charCodeAt(at) !== EQUALS) continue;
      const from = this.#behindBlanks(at + 1);
      const to = xml.indexOf(xml.charCodeAt(from) === APOSTROPHE ? "'" : '"', from + 1);
      if (to === -1 || to > this.#to) return undefined;
      if (nameTo - nameFrom === name.length && xml.startsWith(name, nameFrom)) return decoded(xml.slice(from + 1, to));
      at = to + 1;
    }
    return undefined;
  }

  #behindBlanks(from: number): number {
    let at = from;
    while (at < this.#to && this.#xml.charCodeAt(at) <= LAST_BLANK) at++;
    return at;
  }

  #text(from: number): 'text' | 'more' {
    const xml = this.#xml;
    const end = xml.indexOf('<', from);
    if (end !== -1 || this.#isWhole) {
      this.#at = end === -1 ? xml.length : end;
      return this.#textFrom(from, this.#at, false);
    }
    // an entity may be cut
    const entity = xml.lastIndexOf('&');
    const isCut = entity >= from && xml.length - entity < MAX_ENTITY_CHARACTERS && !xml.includes(';', entity);
    this.#at = isCut ? entity : xml.length;
    return this.#at === from ? 'more' : this.#textFrom(from, this.#at, false);
  }

  #textFrom(from: number, to: number, isRaw: boolean): 'text' {
    this.#from = from;
    this.#to = to;
    this.#isRaw = isRaw;
    return 'text';
  }

  #unended(at: number): 'more' {
    if (this.#isWhole || this.#xml.length - at > MAX_XML_TAG_CHARACTERS)
      throw new SheetRefusal('is damaged: its XML has a tag without an end');
    return 'more';
  }

  #tag(at: number): 'opened' | 'closed' | 'more' {
    const xml = this.#xml;
    const isClosing = xml[at + 1] === '/';
    let nameFrom = isClosing ? at + 2 : at + 1;
    let to = nameFrom;
    for (let code; (code = xml.charCodeAt(to)) > LAST_BLANK && code !== CLOSES && code !== SLASH; to++)
      if (code === COLON) nameFrom = to + 1;
    const nameTo = to;
    for (let code; (code = xml.charCodeAt(to)) !== CLOSES; to++) {
      if (code === QUOTE || code === APOSTROPHE) to = xml.indexOf(code === QUOTE ? '"' : "'", to + 1);
      if (to === -1 || Number.isNaN(code)) return this.#unended(at);
    }
    this.name = xml.slice(nameFrom, nameTo);
    this.#from = nameTo;
    this.#at = to + 1;
    const isEmpty = xml.charCodeAt(to - 1) === SLASH;
    this.#to = isEmpty ? to - 1 : to;
    this.#closesNext = isEmpty && !isClosing;
    return isClosing ? 'closed' : 'opened';
  }
}

/** Shows each token of a part to `see`, whose reader is at it. */
export async function forEachToken(
  pieces: AsyncIterable<string>,
  see: (token: XmlToken, reader: XmlReader) => void,
): Promise<void> {
  const reader = new XmlReader();
  const readOn = (): void => {
    for (let token = reader.next(); token !== 'more' && token !== 'end'; token = reader.next()) see(token, reader);
  };
  for await (const piece of pieces) {
    reader.push(piece);
    readOn();
  }
  reader.end();
  readOn();
}

/** A slice of a large text would keep all of it in memory: from 13 characters on engines do not copy. */
export const ownedText = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1));

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_CODE_POINT = 0x10ffff;

/** Entities of a document type stay as they are written. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|(amp|lt|gt|quot|apos));/g,
    (entity, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name]!;
      const codePoint = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      return codePoint <= LAST_CODE_POINT ? String.fromCodePoint(codePoint) : entity;
    },
  );
}
