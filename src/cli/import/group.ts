/** `pinrate import group`: the pincodes of a place group from a list. */
import type { Command } from 'commander';
import { getDocument, patchDocument } from '../../client/operations.js';
import { type GroupList, groupPincodes } from '../../import/group.js';
import { documentsOf } from '../../import/node-documents.js';
import type { PlaceGroup } from '../../model/documents.js';
import { SheetRefusal } from '../../sheets/sheet.js';
import { SheetFaults } from '../../sheets/tables/faults.js';
import { whole } from '../../words.js';
import { openSession } from '../session.js';
import { CommandError, EXIT, printable, type World } from '../world.js';
import { FileFaults } from './file-faults.js';
import { readSheetFile } from './read-file.js';

const EXAMPLES = `
Examples:
  pinrate import group RISKY_COD risky.csv --dry-run
  pinrate import group RISKY_COD risky.xlsx --note "list of July"

The file has a column pincode, of pincodes or of ranges such as 110001-110020,
of which the group gets those that the node knows. They take the place of the
pincodes that the group has; its states, cities, areas and exceptions stay.`;

/** Shares its options with the imports of couriers' sheets. */
export function addGroup(command: Command, world: World): void {
  command
    .command('group')
    .summary('replace the pincodes of a place group')
    .description('The pincodes of the file are those of the place group.')
    .argument('<group>', 'the id of the group, which must exist')
    .argument('<file>', 'a workbook or a CSV file')
    .addHelpText('after', EXAMPLES)
    .action(async (groupId: string, file: string, _: object, own: Command) => {
      const { sheet, note, dryRun, allFaults } = own.optsWithGlobals<GroupOptions>();
      const session = await openSession(world, own);
      const { data: group } = await getDocument(session.pinrate, 'place-groups', groupId);
      const known = new Set((await documentsOf(session.pinrate, 'pincodes')).map(({ pincode }) => pincode));
      const { pincodes, leftOut } = await read(file, sheet ?? null, known, allFaults === true);
      for (const sentence of leftOut) world.err.write(`${printable(`${file}: ${sentence}`)}\n`);
      if (pincodes.length === 0) throw new CommandError(EXIT.refused, `${file} has no pincode that the node knows`);
      const answer = await patchDocument(
        session.pinrate,
        'place-groups',
        groupId,
        { pincodes },
        { query: { note, dryRun } },
      );
      const had = (group as PlaceGroup).pincodes?.length ?? 0;
      session.show(answer, () => {
        const has = dryRun === true ? 'would have' : 'has';
        return `${groupId} ${has} ${whole(pincodes.length)} pincodes of its own, ${whole(had)} before.\n`;
      });
    });
}

interface GroupOptions {
  sheet?: string;
  note?: string;
  dryRun?: boolean;
  allFaults?: boolean;
}

async function read(file: string, sheet: string | null, known: ReadonlySet<string>, all: boolean): Promise<GroupList> {
  try {
    return await groupPincodes(await readSheetFile(file, null), sheet, known);
  } catch (error) {
    if (error instanceof SheetRefusal)
      throw new FileFaults(file, [{ line: error.line, column: null, message: error.message }], 1, true);
    if (error instanceof SheetFaults) throw new FileFaults(file, error.faults, error.faults.length, all);
    throw error;
  }
}
