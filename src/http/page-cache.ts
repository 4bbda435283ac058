/**
 * Caches answers of operations that only read documents, until a document changes: a repeated page needs no other
 * thread.
 */
import { MAX_PAGE_CACHE_BYTES, MAX_CACHED_PAGE_BYTES } from '../limits/http.js';

export interface CachedPage {
  /** The members of the answer as JSON text, without the braces around them. */
  members: string;
  etag: string;
}

export class PageCache {
  /** The oldest first. */
  readonly #pages = new Map<string, CachedPage>();
  #bytes = 0;
  #version = 0;

  /** An upper bound of the memory of all pages' strings. */
  get bytes(): number {
    return this.#bytes;
  }

  find(key: string): CachedPage | undefined {
    return this.#pages.get(key);
  }

  /**
   * No-op for a page that is too large, or whose documents have changed since its request began. The oldest pages make
   * room.
   */
  add(key: string, page: CachedPage, version: number): void {
    const bytes = bytesOf(key, page);
    if (bytes > MAX_CACHED_PAGE_BYTES || version !== this.#version) return;
    this.#drop(key);
    this.#pages.set(key, page);
    this.#bytes += bytes;
    while (this.#bytes > MAX_PAGE_CACHE_BYTES) this.#drop(this.#pages.keys().next().value!);
  }

  /** The documents have a new version: no earlier answer may be repeated. */
  adopt(version: number): void {
    this.#version = version;
    this.#pages.clear();
    this.#bytes = 0;
  }

  #drop(key: string): void {
    const page = this.#pages.get(key);
    if (page === undefined) return;
    this.#pages.delete(key);
    this.#bytes -= bytesOf(key, page);
  }
}

/** A string takes at most two bytes a character. */
function bytesOf(key: string, { members, etag }: CachedPage): number {
  return 2 * (key.length + members.length + etag.length);
}
