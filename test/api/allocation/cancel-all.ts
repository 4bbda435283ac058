/** The end of what a test has assigned. */
import type { TestApp } from '../../support/app.js';

/** Nothing is live any more: a capacity begins with what is. */
export async function cancelAll(app: TestApp): Promise<void> {
  for (;;) {
    const { json } = await app.get('/shipments?states=ASSIGNED,CONFIRMED&limit=100');
    if (json.data.length === 0) return;
    for (const { shipmentId, caller, lifecycle } of json.data) {
      const path = `/shipments/${shipmentId}/cancel?caller=${encodeURIComponent(caller)}`;
      const { status, text } = await app.send('POST', path, { attempt: lifecycle.attempt, reason: 'OTHER' });
      if (status !== 200) throw new Error(text);
    }
  }
}
