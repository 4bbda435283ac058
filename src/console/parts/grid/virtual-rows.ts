/** The rows of a long grid that are in sight, with the height of those above and below. */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { useEffect, useLayoutEffect, useReducer, useState } from 'preact/hooks';

/** As the style of a grid has it. */
const ROW_PX = 36;
const ROWS_AROUND = 12;
/** Shorter grids are drawn whole, and grow with the page. */
export const LONG = 80;

export interface RowsInSight {
  indexes: readonly number[];
  abovePx: number;
  belowPx: number;
  scrollTo(index: number): void;
}

export function useRowsInSight(frame: () => HTMLElement | null, count: number): RowsInSight {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const options: VirtualizerOptions<HTMLElement, HTMLElement> = {
    count,
    enabled: count > LONG,
    getScrollElement: frame,
    estimateSize: () => ROW_PX,
    overscan: ROWS_AROUND,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(undefined),
  };
  const [virtualizer] = useState(() => new Virtualizer(options));
  virtualizer.setOptions(options);
  useEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  if (count <= LONG)
    return { indexes: Array.from({ length: count }, (_, at) => at), abovePx: 0, belowPx: 0, scrollTo: () => undefined };
  const items = virtualizer.getVirtualItems();
  return {
    indexes: items.map(({ index }) => index),
    abovePx: items[0]?.start ?? 0,
    belowPx: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  };
}
