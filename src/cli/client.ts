/** Signed requests to a running node. */
import { isWrongSecret, type NodeError, refusalLines, unknownPartner } from './refusal.js';
import { type Access, signedHeaders } from './signature.js';
import { CommandError, EXIT, printable } from './world.js';

/** The members of an answer that commands read. */
export interface Envelope<D = unknown> {
  success: true;
  data: D;
  changeId?: number | null;
  /** Of a page: the beginning of the next one. */
  next?: number | null;
}

export interface Answer<D = unknown> {
  /** The body as the node sent it. */
  text: string;
  body: Envelope<D>;
}

/** The node refuses the request. */
export class NodeRefusal extends Error {
  /** For standard error. */
  lines: string[];

  constructor(
    readonly error: NodeError,
    /** The whole answer, as the node sent it. */
    readonly text: string,
  ) {
    super(`${error.code}: ${error.message}`);
    this.lines = refusalLines(error);
  }
}

/** `undefined` and `false` are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Body {
  bytes: Uint8Array;
  headers: Readonly<Record<string, string>>;
}

export const jsonBody = (value: unknown): Body => ({
  bytes: Buffer.from(JSON.stringify(value)),
  headers: { 'content-type': 'application/json' },
});

const API_PREFIX = '/api/v1';
const JSON_TYPE = 'application/json';
/** How many partners a message lists if the node does not have the given one. */
const PARTNERS_NAMED = 50;

export class Client {
  constructor(private readonly access: Access) {}

  get caller(): Access['caller'] {
    return this.access.caller;
  }

  /** @param path below /api/v1 @throws {NodeRefusal} */
  get<D>(path: string, query: Query = {}): Promise<Answer<D>> {
    return this.#ask('GET', path, query);
  }

  /** @param path below /api/v1 @throws {NodeRefusal} */
  post<D>(path: string, body?: Body, query: Query = {}): Promise<Answer<D>> {
    return this.#ask('POST', path, query, body);
  }

  /** The lines of an NDJSON answer, in pieces as they arrive. @throws {NodeRefusal} */
  ndjson(path: string): AsyncGenerator<Uint8Array> {
    return this.lines(path, 'application/x-ndjson');
  }

  /** The lines of an answer of this media type, in pieces as they arrive. @throws {NodeRefusal} */
  async *lines(path: string, mediaType: 'application/x-ndjson' | 'text/csv'): AsyncGenerator<Uint8Array> {
    const response = await this.#send('GET', path, {}, undefined, mediaType);
    const isOfLines = response.headers.get('content-type')?.startsWith(mediaType) === true;
    if (!response.ok || !isOfLines) await this.#read(response);
    if (!isOfLines || response.body === null) throw this.#notANode(response);
    try {
      for await (const piece of response.body) yield piece as Uint8Array;
    } catch (error) {
      throw this.#notReached(error, 'the answer broke off');
    }
  }

  async #ask<D>(method: string, path: string, query: Query, body?: Body): Promise<Answer<D>> {
    return this.#read<D>(await this.#send(method, path, query, body, JSON_TYPE));
  }

  async #send(method: string, path: string, query: Query, body: Body | undefined, accept: string): Promise<Response> {
    const search = searchOf(query);
    const target = `${API_PREFIX}${path}${search}`;
    try {
      return await fetch(this.access.origin + target, {
        method,
        // a redirection would send the signature to another address
        redirect: 'manual',
        // a member that the node would ignore is a fault: the user would get the answer to another question
        headers: {
          accept,
          prefer: 'handling=strict',
          ...body?.headers,
          ...signedHeaders(this.access.caller, method, target, body?.bytes),
        },
        ...(body !== undefined && { body: body.bytes as Uint8Array<ArrayBuffer> }),
      });
    } catch (error) {
      throw this.#notReached(error, 'no node answers');
    }
  }

  async #read<D>(response: Response): Promise<Answer<D>> {
    const text = await response.text().catch((error: unknown) => {
      throw this.#notReached(error, 'the answer broke off');
    });
    const body = parse(text);
    if (body?.success === true) return { text, body: body as unknown as Envelope<D> };
    if (body?.success === false && typeof body.error?.code === 'string') throw await this.#refused(body.error, text);
    throw this.#notANode(response);
  }

  /** A wrong secret and an unknown partner get a text for the user, which the node cannot know. */
  async #refused(error: NodeError, text: string): Promise<NodeRefusal> {
    const refused = new NodeRefusal(error, text);
    const [first, ...others] = refused.lines;
    if (isWrongSecret(error))
      refused.lines = [
        // an unknown id gets the same refusal
        `${error.code}: the secret of ${this.caller.id} is wrong, or the node knows no ${this.caller.kind} of this id`,
        // the signed text is long, and left out; --json has it
        ...others.filter((line) => line.startsWith('reason: ')),
      ];
    const partner = unknownPartner(error);
    if (partner !== undefined) refused.lines = [first!, printable(await this.#whyNoPartner(partner))];
    return refused;
  }

  /** A text with the partners of the node. Without access to them it only names the missing one. */
  async #whyNoPartner(partner: string): Promise<string> {
    const response = await this.#send('GET', '/documents/partners', { limit: PARTNERS_NAMED }, undefined, JSON_TYPE);
    const body = parse(await response.text()) as { data?: unknown; pagination?: { total?: number } } | null;
    if (!response.ok || !Array.isArray(body?.data)) return `there is no partner ${partner}`;
    const ids = body.data.map(({ partnerId }: { partnerId: string }) => partnerId);
    if (ids.includes(partner)) return `${partner} is INACTIVE`;
    const further = (body.pagination?.total ?? 0) - ids.length;
    return `there is no partner ${partner}: the partners are ${ids.join(', ')}${further > 0 ? ` and ${further} more` : ''}`;
  }

  #notANode({ status }: Response): CommandError {
    return new CommandError(EXIT.notReached, `${this.access.origin} answers ${status}, and not as pinrate does`);
  }

  #notReached(error: unknown, what: string): CommandError {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    const reason = cause?.code ?? cause?.message ?? (error as Error).message;
    return new CommandError(EXIT.notReached, `${what} at ${this.access.origin} (${reason})`);
  }
}

function searchOf(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== false);
  if (given.length === 0) return '';
  // URLSearchParams writes a blank as +; %20 means the same to every reader
  return `?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}

function parse(text: string): { success?: unknown; error?: NodeError } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
