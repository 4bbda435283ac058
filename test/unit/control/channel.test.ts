/** Calls over a port: their order, how many messages they take, and what becomes of errors. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Channel } from '../../../src/control/channel.js';
import { StartError, TemporaryError } from '../../../src/errors.js';

type Theirs = {
  double(number: number): number;
  later(name: string): Promise<string>;
  note(text: string): void;
  fail(kind: 'start' | 'unavailable' | 'other'): never;
};

describe('a channel', () => {
  let ports: { port1: MessagePort; port2: MessagePort };
  let channel: Channel<Theirs>;
  let noted: string[];
  let messages: number;
  let release: (() => void)[];

  beforeEach(() => {
    ports = new MessageChannel();
    noted = [];
    messages = 0;
    release = [];
    ports.port2.on('message', () => {
      messages += 1;
    });
    channel = new Channel<Theirs>(ports.port1);
    channel.offer({});
    new Channel(ports.port2).offer({
      double: (number: number) => number * 2,
      later: (name: string) => new Promise<string>((resolve) => release.push(() => resolve(`${name}, later`))),
      note: (text: string) => {
        noted.push(text);
      },
      fail: (kind: string) => {
        throw kind === 'start'
          ? new StartError('no data')
          : kind === 'unavailable'
            ? new TemporaryError('no primary')
            : new RangeError('a fault');
      },
    });
  });
  afterEach(() => {
    ports.port1.close();
  });

  it('sends everything of a turn in one message, in its order', async () => {
    channel.tell('note', 'first');
    const doubled = channel.call('double', 21);
    channel.tell('note', 'second');
    assert.equal(await doubled, 42);
    assert.deepEqual([noted, messages], [['first', 'second'], 1]);
  });

  it('answers each call by itself, whichever ends first', async () => {
    const slow = channel.call('later', 'slow');
    assert.equal(await channel.call('double', 1), 2);
    assert.equal(channel.pending, 1);
    release[0]!();
    assert.equal(await slow, 'slow, later');
    assert.equal(channel.pending, 0);
  });

  it('keeps the class, the message and the stack of an error that callers tell apart', async () => {
    await assert.rejects(
      channel.call('fail', 'start'),
      (error: Error) => error instanceof StartError && error.message === 'no data',
    );
    await assert.rejects(
      channel.call('fail', 'unavailable'),
      (error: Error) => error instanceof TemporaryError && error.message === 'no primary',
    );
    await assert.rejects(
      channel.call('fail', 'other'),
      (error: Error) => error.message === 'a fault' && /channel\.test/.test(error.stack!),
    );
  });

  it('that has ended rejects every call, those under way and later ones', async () => {
    const underWay = channel.call('later', 'never');
    channel.end(new Error('the thread is gone'));
    await assert.rejects(underWay, /the thread is gone/);
    await assert.rejects(channel.call('double', 1), /the thread is gone/);
    channel.tell('note', 'nobody hears it');
    assert.deepEqual(noted, []);
  });
});
