/** Road distances between states: of a partner, or of no partner, which count for all. */
import type { RoadColumns } from '../../domain/time-columns.js';
import type { RoadDistance } from '../../model/documents.js';
import { builderOf, columnsOf, resolveAs, table } from '../columns.js';
import type { Block } from '../layout.js';
import type { CardDocuments } from './documents.js';

const { f64 } = columnsOf<RoadDistance>();

const lowOf = ({ fromStateId, toStateId }: RoadDistance): number => Math.min(fromStateId, toStateId);
const highOf = ({ fromStateId, toStateId }: RoadDistance): number => Math.max(fromStateId, toStateId);

const columnsFor = ({ roadDistances }: Pick<CardDocuments, 'roadDistances'>) =>
  table(
    { lowStateId: f64(lowOf), highStateId: f64(highOf), factor: f64(({ factor }) => factor) },
    [...roadDistances].sort((a, b) => lowOf(a) - lowOf(b) || highOf(a) - highOf(b) || a.id - b.id),
  );

export const buildRoadDistances = builderOf(columnsFor);

export const resolveRoadDistances = (block: Block): RoadColumns => resolveAs<typeof columnsFor>(block);
