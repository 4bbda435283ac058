import { appendFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DATASET_COLLECTIONS,
  type CollectionName,
  type Credential,
  type DatasetCollection,
  type Documents,
} from '../model/documents.js';
import { scopesOf } from '../model/scopes.js';
import { type AllDocuments, formatDatasetErrors, readDataset } from '../store/dataset/dataset.js';
import { type Key, keyOf } from '../model/change.js';
import type { SecretsKeys } from '../store/sealing.js';
import { sealCredential } from '../store/secrets.js';
import type { Source, Target } from './endpoint.js';

/** Documents in memory, in the order of their keys. */
class Pages {
  readonly #keys: Key[];
  readonly #documents: unknown[];

  constructor(collection: CollectionName, documents: readonly Documents[CollectionName][]) {
    const keyed = documents
      .map((document) => ({ key: keyOf(collection, document as never), document }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    this.#keys = keyed.map(({ key }) => key);
    this.#documents = keyed.map(({ document }) => document);
  }

  after(key: Key | null, limit: number): unknown[] {
    const start = key === null ? 0 : this.#firstAfter(key);
    return this.#documents.slice(start, start + limit);
  }

  #firstAfter(key: Key): number {
    let [low, high] = [0, this.#keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#keys[middle]! <= key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A credential without scopes means less in a dataset than in a store, so it names them. */
const inFull = <C extends CollectionName>(collection: C, document: Documents[C]): object =>
  collection === 'credentials' ? { ...document, scopes: scopesOf(document as Credential) } : document;

/** A dataset folder to copy from. With keys, its secrets are encrypted like a store's. */
export class DatasetSource implements Source {
  readonly collections = DATASET_COLLECTIONS;
  readonly #pages = new Map<CollectionName, Pages>();

  private constructor(documents: AllDocuments, secretsKeys: SecretsKeys) {
    const stored = {
      ...documents,
      credentials: documents.credentials.map((credential) => sealCredential(credential, secretsKeys)),
    };
    for (const collection of DATASET_COLLECTIONS)
      this.#pages.set(collection, new Pages(collection, stored[collection]));
  }

  /** @throws with every fault of the dataset */
  static async open(folder: string, geographyFolder: string, secretsKeys: SecretsKeys): Promise<DatasetSource> {
    const read = await readDataset(folder, { geographyFolder, isCopy: true });
    if (!read.ok) throw new Error(formatDatasetErrors(read));
    return new DatasetSource(read.documents, secretsKeys);
  }

  async page<C extends CollectionName>(collection: C, after: Key | null, limit: number): Promise<Documents[C][]> {
    return (this.#pages.get(collection)?.after(after, limit) ?? []) as Documents[C][];
  }

  async close(): Promise<void> {}
}

/** A dataset folder to copy to. It is read back whole, as an import would read it. Encrypted secrets stay encrypted. */
export class DatasetTarget implements Target {
  readonly collections = DATASET_COLLECTIONS;
  readonly keepsPages = false;
  #readBack: Promise<DatasetSource> | null = null;

  constructor(
    private readonly folder: string,
    private readonly geographyFolder: string,
  ) {}

  async isTaken(): Promise<boolean> {
    await mkdir(this.folder, { recursive: true });
    return (await readdir(this.folder)).some((name) => /\.ndjson(\.gz)?$/.test(name));
  }

  async begin(collection: CollectionName): Promise<void> {
    await writeFile(this.#file(collection as DatasetCollection), '');
  }

  async write<C extends CollectionName>(collection: C, documents: readonly Documents[C][]): Promise<void> {
    await appendFile(
      this.#file(collection as DatasetCollection),
      documents.map((document) => `${JSON.stringify(inFull(collection, document))}\n`).join(''),
      { flush: true },
    );
  }

  async complete(): Promise<void> {}

  async page<C extends CollectionName>(collection: C, after: Key | null, limit: number): Promise<Documents[C][]> {
    this.#readBack ??= DatasetSource.open(this.folder, this.geographyFolder, []);
    return (await this.#readBack).page(collection, after, limit);
  }

  async close(): Promise<void> {}

  #file(collection: DatasetCollection): string {
    return join(this.folder, `${collection}.ndjson`);
  }
}
