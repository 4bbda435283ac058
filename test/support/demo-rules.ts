/** The demo's policy, place groups and capacity, for tests that begin without any. */
import type { TestApp } from './app.js';

/** The policy before the groups that it names. */
const RULES = ['allocation-policies/market-042', 'place-groups/METRO', 'place-groups/RISKY_COD', 'capacities/1'];

export async function removeDemoRules(app: TestApp): Promise<void> {
  for (const path of RULES) {
    const { status, text } = await app.send('DELETE', `/documents/${path}`);
    if (status !== 200) throw new Error(text);
  }
}
