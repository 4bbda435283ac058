import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Config } from '../../../src/config.js';
import type { Channel } from '../../../src/control/channel.js';
import type { ControlCalls, FrontCalls } from '../../../src/messages.js';
import { answerUnlessBusy, KnownCredentials, launchWorker } from '../../../src/control/remote.js';
import { CONTROL_PATIENCE_MS } from '../../../src/limits/control.js';
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
      await assert.rejects(end.channel.call('health', null));
      assert.equal(reasons.length, 1);
      assert.match(reasons[0]!, reason);
    });
  }
});

describe('the answer of a control plane that may be busy', () => {
  /** A control plane that answers every call so. */
  function fakeControl(answer: Promise<string>) {
    const asked: string[] = [];
    const channel = {
      call: (name: string) => {
        asked.push(name);
        return answer;
      },
    } as unknown as Channel<ControlCalls>;
    const control = { channel, busyForMs: 0, busyMs: () => control.busyForMs };
    return { control, asked };
  }

  it('is what it says, or why it could not', async () => {
    const { control } = fakeControl(Promise.resolve('a 1'));
    assert.equal(await answerUnlessBusy(control, 'metrics'), 'a 1');
    const failing = fakeControl(Promise.reject(new Error('ended')));
    await assert.rejects(answerUnlessBusy(failing.control, 'metrics'), /ended/);
  });

  it('is null at once if it has been busy for long, and it is not asked', async () => {
    const { control, asked } = fakeControl(Promise.resolve('a 1'));
    control.busyForMs = CONTROL_PATIENCE_MS;
    assert.equal(await answerUnlessBusy(control, 'metrics'), null);
    assert.deepEqual(asked, []);
  });

  it('is null as soon as it has been busy for long, and is waited for while it turns', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { control } = fakeControl(new Promise(() => {}));
    let answered: string | null | undefined;
    const waiting = answerUnlessBusy(control, 'metrics').then((said) => (answered = said));
    // it turned meanwhile, so that its answer may still come
    control.busyForMs = 400;
    t.mock.timers.tick(CONTROL_PATIENCE_MS);
    await new Promise(setImmediate);
    assert.equal(answered, undefined);
    control.busyForMs = CONTROL_PATIENCE_MS;
    t.mock.timers.tick(CONTROL_PATIENCE_MS - 400);
    assert.equal(await waiting, null);
  });
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
