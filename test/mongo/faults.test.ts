/** The store's faults, with quotes and writes going on throughout, against a real replica set. */
import { after, before, it } from 'node:test';
import { describeWithControl } from './replica-set.js';
import { Scene } from './scene.js';

describeWithControl('two nodes on a replica set of three', () => {
  let scene: Scene;
  before(async () => { scene = await Scene.open(); });
  after(() => scene?.close());

  it('agree with the reference model while nothing is wrong', (t) => scene.during(t, async () => {
    await new Promise((resume) => setTimeout(resume, 2_000));
  }));
});
