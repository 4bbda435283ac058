/** Gets the examples of the document from the demo, and makes them the same each time. */
import type { Contract } from '../../src/contract/contract.js';
import { importOutcomes, listOutcomes } from '../../src/contract/outcomes.js';
import type { RecordedAnswer, RecordedAnswers } from '../../src/contract/openapi/recorded.js';
import type { JsonValue, JsonObject } from '../../src/contract/openapi/schema.js';
import { API_VERSION } from '../../src/envelope.js';
import { PACKAGE_VERSION } from '../../src/package-root.js';
import { MAIN, partnerCredential, TestApp } from '../support/app.js';
import type { ClientCredential, Reply } from '../support/client.js';
import { isForPartners, sendExample } from './example-request.js';

/** A Monday, 11 o'clock in India: before every cutoff time of the demo. */
const NOW = new Date('2026-11-23T05:30:00.000Z');
const REQUEST_ID = '7Qw1kZ0aVb3c-1';
const PARTNER = 'dharaline-surface';

/** Parameters that make an answer short enough to read; its summary says so. */
const SHORTER = { limit: '2', format: 'minimal' };

/** Long answers, of which only a part is shown. */
const ABRIDGED: Readonly<Record<string, { summary: string; abridge(answer: never): RecordedAnswer['value'] }>> = {
  getOpenApiDocument: {
    summary: 'Abridged: how it begins',
    abridge: ({ openapi, info: { title, version } }: { openapi: string; info: JsonObject }) => ({
      openapi,
      info: { title: title!, version: version! },
    }),
  },
  getPartnerCoverage: {
    summary: 'Abridged: the first lines',
    abridge: (text: string) => text.split('\n').slice(0, 2).join('\n'),
  },
  getMapPincodes: { summary: 'MessagePack, which is no text', abridge: () => '' },
  getCardVersion: {
    summary: 'Abridged: the first rows of some collections',
    abridge: (text: string) => {
      const seen = new Set<string>();
      return text
        .split('\n')
        .filter((line) => {
          const [name] = /"collection":"[^"]*"/.exec(line) ?? [];
          const isFirst = name !== undefined && !seen.has(name);
          if (isFirst) seen.add(name);
          return isFirst;
        })
        .join('\n');
    },
  },
  getMetrics: {
    summary: 'Abridged: one metric',
    abridge: (text: string) =>
      text
        .split('\n')
        .filter((line) => /^(# \w+ )?pinrate_index_generation\b/.test(line))
        .join('\n'),
  },
};

/** Members that depend on the clock, the machine or the test. */
const CANONICAL: Readonly<Record<string, JsonValue>> = {
  environment: 'development',
  execution_time_ms: 1,
  processingTime: 1,
  duration: 1,
  averageResponseTimeMs: 0.6,
  generationId: 1,
  indexGeneration: 1,
  bytes: 7_340_032,
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};
/** An id: the random half, and its counter. A courier's has capitals, which one without letters does not show. */
const RANDOM_ID = /\b([A-Z]+)-[0-9a-f]{16}-[0-9a-z]+\b/gi;
const OWN_PREFIXES: ReadonlySet<string> = new Set(['ASG', 'CALC', 'CHK']);
const SHOWN_ID = '-5e0c1d7f9a3b2846-1';
const SHOWN_VERSION = '0.4.0';
const UUID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const SHOWN_UUID = '0b7f2a52-6c1d-4e83-9f0a-3d5e7c9b1a24';

export function canonical(value: JsonValue, name = ''): JsonValue {
  const shown = CANONICAL[name];
  if (shown !== undefined && typeof shown === typeof value) return shown;
  // a release must not change the examples
  if (value === PACKAGE_VERSION && value !== API_VERSION && /version$/i.test(name)) return SHOWN_VERSION;
  if (typeof value === 'string') {
    return value
      .replaceAll(UUID, SHOWN_UUID)
      .replaceAll(
        RANDOM_ID,
        (_, prefix: string) => prefix + (OWN_PREFIXES.has(prefix) ? SHOWN_ID : SHOWN_ID.toUpperCase()),
      );
  }
  if (Array.isArray(value)) return value.map((item) => canonical(item));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, canonical(member, key)]));
  }
  return value;
}

export interface Asked {
  summary: string;
  reply: Reply;
  recorded: RecordedAnswer;
}

/** A demo with a stopped clock. */
export class Recording {
  private constructor(readonly app: TestApp) {}

  static async start(): Promise<Recording> {
    const app = await TestApp.startWholeDemo({ now: NOW });
    return new Recording(app);
  }

  close(): Promise<void> {
    return this.app.close();
  }

  /** Every example of an operation, by its name in the document. */
  async of(contract: Contract): Promise<Record<string, Asked>> {
    const { access, schemas, example, moreExamples, tag } = contract;
    if (access === 'open') return { answer: await this.#ask(contract, null, null, example.body, '') };
    const isAsked = tag === 'Quotes' && schemas.body !== null && isForPartners(contract);
    const differs = schemas.partnerAnswer !== null || isAsked;
    const bodies: Contract['moreExamples'] = { answer: { summary: '', body: example.body }, ...moreExamples };
    const asked: Record<string, Asked> = {};
    for (const [name, { summary, body, ofService = false }] of Object.entries(bodies)) {
      const isOfAll = !differs || ofService;
      for (const caller of isOfAll ? [MAIN] : [MAIN, partnerCredential(partnerOf(contract))]) {
        const shown = differs ? `${caller.kind}${name[0]!.toUpperCase()}${name.slice(1)}` : name;
        asked[shown] = await this.#ask(contract, caller, differs ? caller.kind : null, body, summary);
      }
    }
    return asked;
  }

  /** @param shownTo the kind of caller that gets such an answer; null: both kinds */
  async #ask(
    contract: Contract,
    caller: ClientCredential | null,
    shownTo: RecordedAnswer['caller'],
    body: unknown,
    what: string,
  ): Promise<Asked> {
    const { id, schemas } = contract;
    // the demo has sums alone
    if (id === listOutcomes.id) await sendExample(this.app, importOutcomes, caller, { query: { dryRun: 'false' } });
    const shorter = Object.entries(SHORTER).filter(([name]) => name in schemas.query.properties);
    const query = Object.fromEntries(shorter);
    const reply = await sendExample(this.app, contract, caller, {
      query,
      body,
      headers: { 'x-request-id': REQUEST_ID },
    });

    const abridged = ABRIDGED[id];
    const whole = (reply.json ?? withoutLaterProgress(reply.text)) as never;
    const value = canonical(abridged === undefined ? whole : abridged.abridge(whole)) as RecordedAnswer['value'];
    const words = [
      shownTo === null ? 'Of the demo' : `To a ${shownTo}`,
      what,
      ...shorter.map(([name, text]) => `with ${name}=${text}`),
      abridged?.summary ?? '',
    ].filter((word) => word !== '');
    const summary = words.join(', ');
    return { summary, reply, recorded: { summary, caller: shownTo, value } };
  }
}

/** Only the first line about progress: a slow machine has more of them. */
function withoutLaterProgress(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex(isProgress);
  return lines.filter((line, at) => !isProgress(line) || at === first).join('\n');
}

const isProgress = (line: string): boolean => line.startsWith('{"progress":');

/** The partner that an example is about. */
export function partnerOf({ example }: Contract): string {
  return example.params?.['partnerId'] ?? example.query?.['partnerId'] ?? PARTNER;
}

export const recordedOf = (asked: Record<string, Asked>): RecordedAnswers[string] =>
  Object.fromEntries(Object.entries(asked).map(([name, { recorded }]) => [name, recorded]));

/** Questions and reads come first, while the demo's data is unchanged. */
export const inOrder = (contracts: readonly Contract[]): Contract[] =>
  [...contracts].sort((a, b) => Number(changes(a)) - Number(changes(b)));
const changes = (contract: Contract): boolean => contract.changes;
