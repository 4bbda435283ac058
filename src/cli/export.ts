/** `pinrate export`: the documents of a node as files, which apply takes. */
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { lines } from '../client/lists.js';
import { listDocuments } from '../client/operations.js';
import { COLLECTIONS } from '../model/documents.js';
import { RESOURCE_COLLECTIONS, type ResourceCollection } from '../contract/document-resource.js';
import { csvDocument, csvHeader } from './csv-documents.js';
import { columnsOf } from '../sheets/documents/flat.js';
import { Progress } from './progress.js';
import { openSession, type Session } from './session.js';
import { table } from './tables.js';
import { counted, whole } from '../words.js';
import { CommandError, EXIT, type World } from './world.js';

interface ExportedFile {
  collection: string;
  documents: number;
  file: string;
}

const FORMATS = ['ndjson', 'csv'] as const;
type Format = (typeof FORMATS)[number];

const EXAMPLES = `
Examples:
  pinrate export backup-of-rates/
  pinrate export rates/ --collection packages --collection surcharges
  pinrate export rates/ && git -C rates diff
  pinrate export sheets/ --format csv --collection packages --partner acme

Writes one file a collection, such as rates/packages.ndjson, and replaces those
that are there. Each collection is of one moment. Credentials and assignments
are never exported. In CSV an empty cell is a member that is absent, null is
null, lists and objects are JSON, and a cell that a spreadsheet would take for a
formula begins with '.`;

interface ExportOptions {
  collection?: string[];
  partner?: string;
  format: Format;
}

export function addExport(program: Command, world: World): void {
  program
    .command('export')
    .summary('write the documents of the node to files')
    .description('Writes the documents of the node to a folder, in the form that apply takes.')
    .argument('<folder>', 'is made if it does not exist')
    .addOption(
      new Option('--collection <name>', 'this one alone; may be repeated')
        .choices(RESOURCE_COLLECTIONS)
        .argParser((name: string, before: string[] = []) => [...before, name]),
    )
    .option('--partner <id>', 'documents of this partner alone, and no places or defaults')
    .addOption(new Option('--format <name>', 'of the files').choices(FORMATS).default('ndjson'))
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string, { collection: wanted, partner, format }: ExportOptions, command: Command) => {
      const unknown = wanted?.find((name) => !(RESOURCE_COLLECTIONS as readonly string[]).includes(name));
      if (unknown !== undefined)
        throw new CommandError(EXIT.usage, `${unknown} is none of ${RESOURCE_COLLECTIONS.join(', ')}`);
      const session = await openSession(world, command);
      const isMeant = (name: ResourceCollection): boolean => partner === undefined || mayBeOfPartner(name);
      const foreign = wanted?.find((name) => !isMeant(name as ResourceCollection));
      if (foreign !== undefined) throw new CommandError(EXIT.usage, `${foreign} are of no partner`);
      const collections = RESOURCE_COLLECTIONS.filter((name) => wanted?.includes(name) ?? isMeant(name));
      const exported = await exportAll(session, folder, collections, { format, partner });
      session.print(session.isJson ? `${JSON.stringify({ files: exported })}\n` : inWords(exported, world));
    });
}

const mayBeOfPartner = (collection: ResourceCollection): boolean =>
  columnsOf(COLLECTIONS[collection]).includes('partnerId');

async function exportAll(
  session: Session,
  folder: string,
  collections: readonly ResourceCollection[],
  options: ExportOptions,
): Promise<ExportedFile[]> {
  await mkdir(folder, { recursive: true });
  const progress = new Progress(session.world);
  const exported: ExportedFile[] = [];
  try {
    for (const [at, collection] of collections.entries()) {
      const onDocuments = (documents: number): void =>
        progress.at(`${collection}: ${counted(documents, 'document')}`, at / collections.length);
      onDocuments(0);
      exported.push(await exportOne(session, folder, collection, options, onDocuments));
    }
  } finally {
    progress.end();
  }
  return exported;
}

/** The file is replaced once it is complete: an interrupted export leaves the former one. */
async function exportOne(
  session: Session,
  folder: string,
  collection: ResourceCollection,
  { format, partner }: ExportOptions,
  onDocuments: (documents: number) => void,
): Promise<ExportedFile> {
  const file = join(folder, `${collection}.${format}`);
  const unfinished = `${file}.new`;
  let documents = 0;
  const counting = async function* (): AsyncGenerator<Members> {
    for await (const document of lines(session.pinrate, listDocuments, collection, { partnerId: partner })) {
      onDocuments(++documents);
      yield document as Members;
    }
  };
  const text = (format === 'csv' ? csvOf : ndjsonOf)(collection, counting());
  try {
    await pipeline(text, createWriteStream(unfinished));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return { collection, documents, file };
}

type Members = Readonly<Record<string, unknown>>;

/** Lines with members in the schema's order, in which apply stores them: every node exports the same bytes. */
async function* ndjsonOf(collection: ResourceCollection, documents: AsyncIterable<Members>): AsyncGenerator<string> {
  const order = new Map(columnsOf(COLLECTIONS[collection]).map((name, at) => [name, at]));
  const rankOf = (name: string): number => order.get(name) ?? order.size;
  for await (const document of documents) {
    const names = Object.keys(document);
    const isOrdered = names.every((name, at) => at === 0 || rankOf(names[at - 1]!) <= rankOf(name));
    const members = isOrdered ? null : Object.entries(document).sort(([a], [b]) => rankOf(a) - rankOf(b));
    yield `${JSON.stringify(members === null ? document : Object.fromEntries(members))}\n`;
  }
}

async function* csvOf(collection: ResourceCollection, documents: AsyncIterable<Members>): AsyncGenerator<string> {
  yield csvHeader(collection);
  for await (const document of documents) yield csvDocument(collection, document);
}

const inWords = (exported: readonly ExportedFile[], world: World): string =>
  table(
    [{ title: 'DOCUMENTS', align: 'right', fixed: true }, { title: 'FILE' }],
    exported.map(({ documents, file }) => [whole(documents), file]),
    world,
  );
