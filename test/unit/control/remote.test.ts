import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Config } from '../../../src/config.js';
import type { FrontCalls } from '../../../src/control/messages.js';
import { KnownCredentials, launchWorker } from '../../../src/control/remote.js';
import { moduleUrl } from '../../support/programs.js';
import { activeCredential, PARTNER, SERVICE } from '../../support/front-end.js';

describe('a control thread that ends by itself', () => {
  const ways = [
    ['throws', /out of documents/],
    ['exits', /the control thread has ended with code 3/],
  ] as const;
  for (const [way, reason] of ways) {
    it(`is reported once when it ${way}, and fails whatever waits for it`, async () => {
      const reasons: string[] = [];
      const end = launchWorker(
        moduleUrl('test/unit/control/ending-control'),
        way as unknown as Config,
        {} as FrontCalls,
        (error) => reasons.push(error.message),
      );
      await assert.rejects(end.channel.call('start', null), reason);
      await end.ended();
      await assert.rejects(end.channel.call('ping', null));
      assert.equal(reasons.length, 1);
      assert.match(reasons[0]!, reason);
    });
  }
});

describe('the credentials that the front knows', () => {
  it('are those that were put and not removed, each the same object until it changes', () => {
    const known = new KnownCredentials();
    const service = activeCredential(SERVICE);
    known.adopt({ put: [service, activeCredential(PARTNER)], removed: [] });
    assert.equal(known.find('service', SERVICE.id), service);
    known.adopt({ put: [], removed: [{ kind: 'partner', id: PARTNER.id }] });
    assert.equal(known.find('partner', PARTNER.id), undefined);
    assert.deepEqual([...known.all()], [service]);
  });
});
