import {
  MAX_COMPARED_PATH_LENGTH,
  MAX_COMPARED_SEGMENTS,
  MAX_MISSPELT_SEGMENTS,
  MAX_SHOWN_METHOD_LENGTH,
  MAX_SHOWN_PATH_LENGTH,
} from '../limits/http.js';
import { editDistance } from '../model/unknown-fields.js';

/** The documentation of all routes, for people. */
export const DOCS_PATH = '/docs';

/** Paths that no person calls by hand: files of the pages, and automatic requests of browsers. */
const NOT_NAMED = /^\/(?:docs|console)\/|^\/favicon\.ico$/;

const PREFIX_SEGMENTS: ReadonlySet<string> = new Set(['api', 'v1']);

const CHARGES_PATH = '/api/v1/shipments/calculate-charges';
const AVAILABILITY_PATH = '/api/v1/partners/availability/check';

/** Common names for the questions of the API, when the name is the whole path. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ...['quote', 'quotes', 'rate', 'rates', 'price', 'prices'].map((word) => [word, CHARGES_PATH] as const),
  ...['courier', 'couriers', 'carrier', 'carriers'].map((word) => [word, AVAILABILITY_PATH] as const),
]);

/**
 * The cost of turning a sent segment into a known one. A similarly spelled segment costs the share of its characters
 * that differ, up to MOST_DIFFERENT. If one segment is a part of the other, as `shipment` of `shipment-assignment`, it
 * costs `part`. Any other segment costs `other`, which is more than removing it. A known segment that was not sent
 * costs `added`, or `addedMost` where it has more than MOST_DIFFERENT of the letters of its route.
 */
const COSTS = {
  part: 0.5,
  other: 1.6,
  anyForParameter: 0.9,
  removed: 1.5,
  removedPrefix: 0.1,
  added: 0.6,
  addedMost: 1.6,
  addedPrefix: 0.05,
  addedParameter: 0.4,
  otherMethod: 0.05,
} as const;
const MOST_DIFFERENT = 0.35;
const LEAST_PART_LENGTH = 4;

/** The parts of a route that are compared. */
interface RouteName {
  method: string;
  path: string;
}

interface Candidate {
  /** `GET, POST /api/v1/zones` */
  label: string;
  methods: ReadonlySet<string>;
  path: string;
  /** Indexes into `words`; null: a parameter. */
  segments: readonly (number | null)[];
  /** A segment with more letters than this makes up most of the route. */
  mostLetters: number;
}

/**
 * Finds the known route nearest to one that does not exist. Paths are compared segment by segment, ignoring case, empty
 * segments and a missing prefix. The work is bounded, because anybody may request any path.
 */
export class NearestRoutes {
  /** Every literal segment, once. */
  private readonly words: readonly Word[];
  /** Ordered by the number of segments: among equally near routes the first wins. */
  private readonly candidates: readonly Candidate[];

  constructor(routes: readonly RouteName[]) {
    const words: Word[] = [];
    const indexOf = (text: string): number => {
      const at = words.findIndex((word) => word.text === text);
      return at === -1 ? words.push(wordOf(text)) - 1 : at;
    };
    const methodsOf = new Map<string, Set<string>>();
    for (const { method, path } of routes) {
      if (NOT_NAMED.test(path)) continue;
      methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(method));
    }
    this.candidates = [...methodsOf]
      .map(([path, methods]) => ({
        label: `${[...methods].sort().join(', ')} ${path}`,
        methods,
        path,
        segments: segmentsOf(path).map((text) => (text.startsWith('{') ? null : indexOf(text.toLowerCase()))),
        mostLetters: MOST_DIFFERENT * lettersOf(path),
      }))
      .sort((a, b) => a.segments.length - b.segments.length);
    this.words = words;
  }

  /** Methods and path of the nearest route, such as `POST /api/v1/shipment-assignment/assign`. */
  find(method: string, path: string): string {
    const sent = segmentsOf(path.slice(0, MAX_COMPARED_PATH_LENGTH).toLowerCase()).slice(0, MAX_COMPARED_SEGMENTS);
    const byName = this.byName(sent.filter((segment) => !PREFIX_SEGMENTS.has(segment)));
    if (byName !== undefined) return byName.label;
    let misspelt = 0;
    const costs = sent.map((segment): SentSegment => {
      const isKnown = this.words.some(({ text }) => text === segment);
      if (!isKnown) misspelt += 1;
      const word = wordOf(segment);
      const cost = isKnown || misspelt > MAX_MISSPELT_SEGMENTS ? exactCost : replacementCost;
      const removal = PREFIX_SEGMENTS.has(segment) ? COSTS.removedPrefix : COSTS.removed;
      return { removal, byWord: this.words.map((known) => cost(word, known)) };
    });
    const requested = method === 'HEAD' ? 'GET' : method;
    let nearest = '';
    let least = Infinity;
    for (const candidate of this.candidates) {
      const cost = this.costOf(candidate, costs) + (candidate.methods.has(requested) ? 0 : COSTS.otherMethod);
      if (cost >= least) continue;
      nearest = candidate.label;
      least = cost;
    }
    return nearest;
  }

  /** Looks for a common name of a question. */
  private byName([name, ...others]: readonly string[]): Candidate | undefined {
    const path = name === undefined || others.length > 0 ? undefined : SYNONYMS.get(name);
    return path === undefined ? undefined : this.candidates.find((candidate) => candidate.path === path);
  }

  /** The edit distance, counted in whole segments. */
  private costOf({ segments, mostLetters }: Candidate, sent: readonly SentSegment[]): number {
    let above = [0];
    for (const segment of segments) above.push(above.at(-1)! + this.additionCost(segment, mostLetters));
    for (const { removal, byWord } of sent) {
      const current = [above[0]! + removal];
      segments.forEach((segment, at) => {
        const replaced = above[at]! + (segment === null ? COSTS.anyForParameter : byWord[segment]!);
        const removed = above[at + 1]! + removal;
        current.push(Math.min(replaced, removed, current[at]! + this.additionCost(segment, mostLetters)));
      });
      above = current;
    }
    return above.at(-1)!;
  }

  private additionCost(segment: number | null, mostLetters: number): number {
    if (segment === null) return COSTS.addedParameter;
    const { text } = this.words[segment]!;
    if (PREFIX_SEGMENTS.has(text)) return COSTS.addedPrefix;
    return text.length > mostLetters ? COSTS.addedMost : COSTS.added;
  }
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Without the prefix and parameters. */
function lettersOf(path: string): number {
  const named = segmentsOf(path).filter((segment) => !PREFIX_SEGMENTS.has(segment) && !segment.startsWith('{'));
  return named.join('').length;
}

interface Word {
  text: string;
  /** One bit for each character code modulo 32 that occurs. */
  letters: number;
}

interface SentSegment {
  removal: number;
  /** The cost of replacing it by each word. */
  byWord: readonly number[];
}

function wordOf(text: string): Word {
  let letters = 0;
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return { text, letters };
}

function exactCost(sent: Word, known: Word): number {
  return sent.text === known.text ? 0 : COSTS.other;
}

function replacementCost(sent: Word, known: Word): number {
  const longer = Math.max(sent.text.length, known.text.length);
  const most = MOST_DIFFERENT * longer;
  if (isPart(sent.text, known.text) || isPart(known.text, sent.text)) return COSTS.part;
  // the difference in length is a lower bound of the number of edits
  if (Math.abs(sent.text.length - known.text.length) > most) return COSTS.other;
  if (bitsOf(sent.letters & ~known.letters) > most || bitsOf(known.letters & ~sent.letters) > most) return COSTS.other;
  const edits = editDistance(sent.text, known.text);
  return edits > most ? COSTS.other : edits / longer;
}

/** Whether `whole` begins or ends with `part` as one of its hyphenated parts, in the singular or the plural. */
function isPart(part: string, whole: string): boolean {
  if (part.length < LEAST_PART_LENGTH) return false;
  const stem = part.endsWith('s') ? part.slice(0, -1) : part;
  return whole.startsWith(`${stem}-`) || whole.endsWith(`-${part}`) || whole.endsWith(`-${part}s`);
}

function bitsOf(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** The request as an answer may show it: shortened, and only visible ASCII. */
export function shownRequest(method: string, path: string): string {
  return `${shown(method, MAX_SHOWN_METHOD_LENGTH)} ${shown(path, MAX_SHOWN_PATH_LENGTH)}`;
}

function shown(text: string, maxLength: number): string {
  const visible = text.slice(0, maxLength).replaceAll(/[^\x21-\x7e]/g, '?');
  return text.length > maxLength ? `${visible}...` : visible;
}
