/** `pinrate diff`: the differences between two versions of a rate card. */
import type { Command } from 'commander';
import { type DocumentChange, differencesInWords, differencesOf } from './change-answer.js';
import { getCardVersion, getChange, listCardVersions } from '../client/operations.js';
import type { CardLine } from '../contract/card-versions.js';
import { openSession, type Session } from './session.js';
import { CommandError, EXIT, type World } from './world.js';

const EXAMPLES = `
Examples:
  pinrate diff dharaline-surface 4 5
  pinrate diff dharaline-surface 1d282b02c5b64291 0c55b2c4e5f0a9d1
  pinrate --json diff dharaline-surface 1d282b02c5b64291 0c55b2c4e5f0a9d1

The number of a change stands for the card as that change left it. An answer of
calculate-charges has the version that priced it; versions lists all.`;

const SAME = 'The documents are the same.\n';
const SAME_BUT_GENERAL = `The documents of the partner are the same.
The versions differ in rows without a partner, such as default charges.
`;

export function addDiff(program: Command, world: World): void {
  program
    .command('diff')
    .summary('what two versions of a rate card differ in')
    .description('Shows each field that two versions of a rate card differ in.')
    .argument('<partner>', 'the id of the partner')
    .argument('<before>', 'a version, or the number of a change')
    .argument('<after>', 'another one')
    .addHelpText('after', EXAMPLES)
    .action(async (partner: string, first: string, second: string, _: object, command: Command) => {
      const session = await openSession(world, command);
      const before = await versionOf(session, partner, first);
      const after = await versionOf(session, partner, second);
      const former = await documentsOf(session, partner, before);
      const later = await documentsOf(session, partner, after);
      const differences = changesBetween(former, later).flatMap(differencesOf);
      if (session.isJson) session.print(`${JSON.stringify({ differences })}\n`);
      else if (differences.length === 0) session.print(before === after ? SAME : SAME_BUT_GENERAL);
      else session.print(differencesInWords(differences, world));
    });
}

/** @param given a version, or the number of a change: the card's version after this change */
async function versionOf({ pinrate }: Session, partner: string, given: string): Promise<string> {
  if (/^[0-9a-f]{16}$/.test(given)) return given;
  if (!/^\d{1,15}$/.test(given))
    throw new CommandError(EXIT.usage, `"${given}" is no version and no number of a change: ${lister(partner)}`);
  const query = { before: Number(given) + 1, limit: 1 };
  const [version] = (await listCardVersions(pinrate, partner, query)).data;
  if (version !== undefined) {
    // an unknown change is refused here, or the newest card would be taken for it
    await getChange(pinrate, Number(given));
    return version.rateCardVersion;
  }
  throw new CommandError(EXIT.refused, `the history has no card of ${partner} at change ${given}: ${lister(partner)}`);
}

const lister = (partner: string): string => `pinrate versions ${partner} lists them`;

/** By collection and key. */
async function documentsOf({ pinrate }: Session, partner: string, version: string): Promise<Map<string, CardLine>> {
  const documents = new Map<string, CardLine>();
  for await (const line of getCardVersion(pinrate, partner, version))
    documents.set(`${line.collection}/${keyOf(line)}`, line);
  return documents;
}

function keyOf({ collection, document }: CardLine): string | number {
  if (collection === 'partners') return document['partnerId'] as string;
  if (collection === 'zone-pincodes') return `${document['partnerId'] as string}:${document['pincode'] as string}`;
  return document['id'] as number;
}

function changesBetween(former: ReadonlyMap<string, CardLine>, later: ReadonlyMap<string, CardLine>): DocumentChange[] {
  const names = new Set([...former.keys(), ...later.keys()]);
  return [...names].flatMap((name) => {
    const [before, after] = [former.get(name), later.get(name)];
    const line = (after ?? before)!;
    return {
      collection: line.collection,
      key: keyOf(line),
      before: before?.document ?? null,
      after: after?.document ?? null,
    };
  });
}
