/** How the peers check signatures: an HMAC per request, as most teams would write it. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Credential } from '../../src/model/documents.js';
import { openSecrets } from '../../src/store/secrets.js';

/** The current secret of each service, by its id. */
export function secretsOf(credentials: readonly Credential[]): Map<string, string> {
  const services = credentials.filter(({ kind }) => kind === 'service');
  return new Map(services.map((credential) => [credential.id, openSecrets(credential, [])[0]!.secret]));
}

export function requireSignature(
  app: FastifyInstance,
  secrets: ReadonlyMap<string, string>,
  clockSkewSeconds: number,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const timestamp = String(request.headers['x-timestamp']);
    const secret = secrets.get(String(request.headers['x-service-id']));
    const given = Buffer.from(String(request.headers['x-signature']), 'base64');
    const isTimely = Math.abs(Date.now() / 1000 - Number(timestamp)) <= clockSkewSeconds;
    const wanted = createHmac('sha256', secret ?? '')
      .update(request.method + request.url + timestamp)
      .digest();
    if (secret === undefined || !isTimely || given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
      await reply.code(401).send({ success: false, error: { code: 'AUTHENTICATION_FAILED' } });
    }
  });
}
