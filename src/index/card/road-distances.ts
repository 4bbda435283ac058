/** Road distances between states: those of a partner, or those that belong to no partner and count for all. */
import type { RoadColumns } from '../../domain/rate-card.js';
import type { RoadDistance } from '../../model/documents.js';
import { allocate, type Block, resolve } from '../layout.js';

const roadsLayout = (rows: number) =>
  ({ lowStateId: ['f64', rows], highStateId: ['f64', rows], factor: ['f64', rows] }) as const;

export function buildRoadDistances(documents: readonly RoadDistance[], version: number): Block {
  const rows = documents
    .map(({ id, fromStateId, toStateId, factor }) => ({
      id,
      low: Math.min(fromStateId, toStateId),
      high: Math.max(fromStateId, toStateId),
      factor,
    }))
    .sort((a, b) => a.low - b.low || a.high - b.high || a.id - b.id);
  const { block, columns } = allocate(roadsLayout(rows.length), version);
  rows.forEach(({ low, high, factor }, row) => {
    columns.lowStateId[row] = low;
    columns.highStateId[row] = high;
    columns.factor[row] = factor;
  });
  return block;
}

export function resolveRoadDistances(block: Block): RoadColumns {
  return resolve<ReturnType<typeof roadsLayout>>(block);
}
