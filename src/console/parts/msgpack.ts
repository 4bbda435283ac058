/** Reads MessagePack as the node writes it for maps: maps, lists, texts, numbers, binaries. */

/** @throws {Error} for anything else */
export function unpacked(bytes: Uint8Array): unknown {
  return new Reader(bytes).value();
}

class Reader {
  readonly #view: DataView;
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  value(): unknown {
    const kind = this.#view.getUint8(this.#at++);
    if (kind < 0x80) return kind;
    if (kind < 0x90) return this.#map(kind & 0x0f);
    if (kind < 0xa0) return this.#list(kind & 0x0f);
    if (kind < 0xc0) return this.#text(kind & 0x1f);
    if (kind >= 0xe0) return kind - 0x100;
    switch (kind) {
      case 0xc0:
        return null;
      case 0xc2:
      case 0xc3:
        return kind === 0xc3;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return this.#binary(this.#whole(kind - 0xc4));
      case 0xca:
        return this.#view.getFloat32(this.#skip(4));
      case 0xcb:
        return this.#view.getFloat64(this.#skip(8));
      case 0xcc:
      case 0xcd:
      case 0xce:
        return this.#whole(kind - 0xcc);
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.#text(this.#whole(kind - 0xd9));
      case 0xdc:
      case 0xdd:
        return this.#list(this.#whole(kind - 0xdb));
      case 0xde:
      case 0xdf:
        return this.#map(this.#whole(kind - 0xdd));
      default:
        throw new Error(`the map has a value of an unknown kind (0x${kind.toString(16)})`);
    }
  }

  /** Where the next bytes begin. */
  #skip(count: number): number {
    this.#at += count;
    return this.#at - count;
  }

  /** A number of 1, 2 or 4 bytes. */
  #whole(power: number): number {
    const at = this.#skip(2 ** power);
    if (power === 0) return this.#view.getUint8(at);
    return power === 1 ? this.#view.getUint16(at) : this.#view.getUint32(at);
  }

  /** A copy, since columns are read as numbers of several bytes, which must be aligned. */
  #binary(length: number): ArrayBuffer {
    const at = this.#skip(length);
    return new Uint8Array(this.bytes.subarray(at, at + length)).buffer;
  }

  #text(length: number): string {
    const at = this.#skip(length);
    return new TextDecoder().decode(this.bytes.subarray(at, at + length));
  }

  #list(length: number): unknown[] {
    return Array.from({ length }, () => this.value());
  }

  #map(length: number): Record<string, unknown> {
    return Object.fromEntries(Array.from({ length }, () => [this.value() as string, this.value()] as const));
  }
}
