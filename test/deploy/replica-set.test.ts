/** The script that creates the replica set, run against a simulated server. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { readText } from './yaml.js';

const SCRIPT = readText('deploy/replica-set.js');
const PRIMARY = { name: 'mongo-1:27017', stateStr: 'PRIMARY' };
const SECONDARY = { name: 'mongo-2:27017', stateStr: 'SECONDARY' };

class ServerError extends Error {
  constructor(readonly code: number) {
    super(`error ${code}`);
  }
}

/** Runs it with the answers of successive replSetGetStatus: members, or the code of an error. */
function run(...answers: (object[] | number)[]) {
  const initiated: { _id: string; members: { _id: number; host: string }[] }[] = [];
  const printed: string[] = [];
  let nowMs = 0;
  const adminCommand = (command: Record<string, never>): object => {
    if ('replSetInitiate' in command) {
      initiated.push(command['replSetInitiate']);
      return { ok: 1 };
    }
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (typeof answer === 'number') throw new ServerError(answer);
    return { members: answer };
  };
  runInNewContext(SCRIPT, {
    db: { adminCommand },
    sleep: (ms: number) => {
      nowMs += ms;
    },
    print: (line: string) => printed.push(line),
    Date: { now: () => nowMs },
  });
  return { initiated, printed };
}

describe('deploy/replica-set.js', () => {
  it('creates the set once and waits for its primary', () => {
    const { initiated, printed } = run(94, [SECONDARY], [SECONDARY], [SECONDARY, PRIMARY]);
    assert.equal(initiated.length, 1);
    assert.equal(initiated[0]!._id, 'rs0');
    assert.deepEqual(
      Array.from(initiated[0]!.members, ({ _id, host }) => `${_id} ${host}`),
      ['0 mongo-1:27017', '1 mongo-2:27017', '2 mongo-3:27017'],
    );
    assert.deepEqual(printed, ['primary: mongo-1:27017']);
  });

  it('does not change an existing set', () => {
    assert.deepEqual(run([PRIMARY]), { initiated: [], printed: ['primary: mongo-1:27017'] });
  });

  it('fails when there is no primary in time, and at once on any other error', () => {
    assert.throws(() => run([SECONDARY]), /no primary/);
    assert.throws(() => run(13), /error 13/);
  });
});
