import Type from 'typebox';
import { API_PREFIX, contract } from './contract.js';

export const makeBackup = contract({
  id: 'makeBackup',
  method: 'POST',
  path: `${API_PREFIX}/admin/backup`,
  tag: 'Administration',
  scope: 'admin',
  signsBody: true,
  changes: false,
  summary: 'Copy the store while it runs',
  description: `A copy of one moment, in the folder \`backups\` below DATA_DIR. A node that starts with that folder as
its DATA_DIR and the same SECRETS_KEY goes on from there.

- One at a time. The newest BACKUPS_KEPT stay.
- One that a killed node left unfinished goes at the next start.
- On MongoDB it is refused: its own tools make copies.`,
  answer: Type.Object({
    data: Type.Object({
      path: Type.String({
        examples: ['backups/20260311T063042Z'],
        description: 'The folder of the copy, relative to DATA_DIR',
      }),
      bytes: Type.Integer({ minimum: 1, description: 'Size of its file data.mdb' }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of data.mdb, in hexadecimal' }),
    }),
  }),
  errors: ['BACKUP_RUNNING', 'NOT_SUPPORTED', 'NO_SPACE', 'STORE_UNAVAILABLE'],
});
