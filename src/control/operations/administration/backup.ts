import { makeBackup as contract } from '../../../contract/backup.js';
import { answer, implement, refuse } from '../operation.js';

const REFUSALS = { RUNNING: 'BACKUP_RUNNING', NO_SPACE: 'NO_SPACE', NOT_SUPPORTED: 'NOT_SUPPORTED' } as const;
const OTHER_TOOLS =
  'MongoDB makes its own copies: mongodump --oplog, snapshots of its disks, or the backups of a hosted cluster';

/** POST /admin/backup. */
export const makeBackup = implement(contract, async (_, { backUp }) => {
  const made = await backUp();
  if (!made.ok)
    return refuse(REFUSALS[made.reason], made.reason === 'NOT_SUPPORTED' ? { details: OTHER_TOOLS } : undefined);
  const { path, bytes, sha256 } = made;
  return answer({ data: { path, bytes, sha256 } });
});
