/** XML of spreadsheets in one pass: each character is read once, even in faulty XML. */

const CLOSES = 0x3e;
const SLASH = 0x2f;
const COLON = 0x3a;
const EQUALS = 0x3d;
const LAST_BLANK = 0x20;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const CDATA = '<![CDATA[';
const COMMENT = '<!--';

/** Without prefixes of namespaces. An element without content opens and closes. */
export class XmlReader {
  /** Of the element that has opened or closed. */
  name = '';
  #at = 0;
  /** Attributes of the element that has opened, or a text. */
  #from = 0;
  #to = 0;
  #isRaw = false;
  #closesNext = false;

  constructor(private readonly xml: string) {}

  /** @throws an Error if a tag has no end */
  next(): 'opened' | 'closed' | 'text' | 'end' {
    if (this.#closesNext) {
      this.#closesNext = false;
      return 'closed';
    }
    for (const { xml } = this; this.#at < xml.length;) {
      const at = this.#at;
      if (xml[at] !== '<') {
        const end = xml.indexOf('<', at);
        this.#at = end === -1 ? xml.length : end;
        return this.#text(at, this.#at, false);
      }
      if (xml.startsWith(CDATA, at)) return this.#text(at + CDATA.length, this.#skip(']]>'), true);
      if (xml[at + 1] === '!') this.#skip(xml.startsWith(COMMENT, at) ? '-->' : '>');
      else if (xml[at + 1] === '?') this.#skip('?>');
      else return this.#tag(at);
    }
    return 'end';
  }

  /** The characters of a text. */
  get text(): string {
    const text = this.xml.slice(this.#from, this.#to);
    return this.#isRaw ? text : decoded(text);
  }

  /** Of the element that has opened, whatever its prefix; undefined: there is none of this name. */
  attribute(name: string): string | undefined {
    const { xml } = this;
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
    while (at < this.#to && this.xml.charCodeAt(at) <= LAST_BLANK) at++;
    return at;
  }

  #text(from: number, to: number, isRaw: boolean): 'text' {
    this.#from = from;
    this.#to = to;
    this.#isRaw = isRaw;
    return 'text';
  }

  /** Continues after `end`. @returns the position of `end` */
  #skip(end: string): number {
    const at = this.xml.indexOf(end, this.#at);
    if (at === -1) throw new Error('its XML has no end');
    this.#at = at + end.length;
    return at;
  }

  #tag(at: number): 'opened' | 'closed' {
    const { xml } = this;
    const isClosing = xml[at + 1] === '/';
    let nameFrom = isClosing ? at + 2 : at + 1;
    let to = nameFrom;
    for (let code; (code = xml.charCodeAt(to)) > LAST_BLANK && code !== CLOSES && code !== SLASH; to++)
      if (code === COLON) nameFrom = to + 1;
    this.name = xml.slice(nameFrom, to);
    this.#from = to;
    for (let code; (code = xml.charCodeAt(to)) !== CLOSES; to++) {
      if (code === QUOTE || code === APOSTROPHE) to = xml.indexOf(code === QUOTE ? '"' : "'", to + 1);
      if (to === -1 || Number.isNaN(code)) throw new Error('its XML has a tag without an end');
    }
    this.#at = to + 1;
    const isEmpty = xml.charCodeAt(to - 1) === SLASH;
    this.#to = isEmpty ? to - 1 : to;
    this.#closesNext = isEmpty && !isClosing;
    return isClosing ? 'closed' : 'opened';
  }
}

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
