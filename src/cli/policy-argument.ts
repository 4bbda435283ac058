/** A policy as commands take it. */
import { readFile, stat } from 'node:fs/promises';
import { PinrateError } from '../client/error.js';
import { NO_POLICY } from '../domain/allocation/policy.js';
import { POLICY_ID_PATTERN } from '../model/allocation.js';
import { isMembers } from '../model/members.js';
import { Refusal } from './refusal.js';
import { CommandError, EXIT, printable } from './world.js';

const ID = new RegExp(POLICY_ID_PATTERN);
const COLLECTION = 'allocation-policies';

/**
 * A file with a document, plain or as a line of `pinrate apply`, or else the id of a stored policy, or NONE.
 * @throws CommandError when the file cannot be read, or has no document of a policy, or several
 */
export async function policyOf(text: string): Promise<{ policyId: string } | { policy: object }> {
  const isFile = (await stat(text).catch(() => null))?.isFile() === true;
  if (text === NO_POLICY || (!isFile && ID.test(text))) return { policyId: text };
  const unreadable = (why: string): CommandError =>
    new CommandError(EXIT.usage, `the policy ${text} cannot be read: ${why}`);
  let documents: unknown[];
  try {
    documents = documentsIn(await readFile(text, 'utf8'));
  } catch (error) {
    throw unreadable((error as Error).message);
  }
  const policies = documents.flatMap(policiesIn);
  if (policies.length !== 1) throw unreadable(`it must have one policy, and has ${policies.length}`);
  return { policy: policies[0]! };
}

/** One document in any number of lines, or one a line. */
function documentsIn(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < 2) throw error;
    return lines.map((line) => JSON.parse(line) as unknown);
  }
}

/** Lines of other collections are none: a file may have the groups of a policy too. */
function policiesIn(given: unknown): object[] {
  if (!isMembers(given)) return [];
  const { collection, document } = given;
  if (collection === undefined) return [given];
  return collection === COLLECTION && isMembers(document) ? [document] : [];
}

/**
 * Asks with a policy of {@link policyOf}.
 * @throws {Refusal} where the node has no policy of this id: then there is no such file either
 */
export async function askedWith<Answer>(given: object, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PinrateError) || error.code !== 'POLICY_NOT_FOUND' || !('policyId' in given)) throw error;
    const name = String(given.policyId);
    const message = `there is no policy ${name}, and no file of this name either`;
    throw new Refusal(error, [printable(`${error.code}: ${message}`)]);
  }
}
