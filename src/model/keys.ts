/** The store's own keys; see documents.ts. */
import Type from 'typebox';
import { closed } from './fields.js';

export const KeyDoc = Type.Object(
  {
    id: Type.Enum(['quote-tokens'], { description: 'What it is for: the tokens of quotes.' }),
    secret: Type.Optional(
      Type.String({ minLength: 43, maxLength: 43, description: '32 bytes in base64url; only without SECRETS_KEY.' }),
    ),
    ciphertext: Type.Optional(Type.String({ maxLength: 400, description: 'The secret, encrypted under SECRETS_KEY.' })),
  },
  closed,
);
