/** The rows of a long grid that are in sight, with the height of those above and below. All rows have one height. */
import { useLayoutEffect, useState } from 'preact/hooks';

/** As the style of a grid has it. */
const ROW_PX = 36;
/** Drawn above and below what is in sight, so that nothing is blank while one scrolls. */
const ROWS_AROUND = 12;
/** Shorter grids are drawn whole, and grow with the page. */
export const LONG = 80;

interface RowsInSight {
  indexes: readonly number[];
  abovePx: number;
  belowPx: number;
  scrollTo(index: number): void;
}

/** @param frame what scrolls; its head is of the height of a row, and stays */
export function useRowsInSight(frame: () => HTMLElement | null, count: number): RowsInSight {
  const [{ first, end }, setSight] = useState({ first: 0, end: 2 * ROWS_AROUND });
  const isLong = count > LONG;
  useLayoutEffect(() => {
    const scrolled = frame();
    if (!isLong || scrolled === null) return;
    const look = () => {
      const at = Math.floor(scrolled.scrollTop / ROW_PX);
      const next = { first: at - ROWS_AROUND, end: at + Math.ceil(scrolled.clientHeight / ROW_PX) + ROWS_AROUND };
      setSight((before) => (before.first === next.first && before.end === next.end ? before : next));
    };
    const resized = new ResizeObserver(look);
    resized.observe(scrolled);
    scrolled.addEventListener('scroll', look);
    look();
    return () => {
      resized.disconnect();
      scrolled.removeEventListener('scroll', look);
    };
  }, [isLong]);
  const last = isLong ? Math.min(count, end) : count;
  const from = isLong ? Math.max(0, Math.min(first, last - ROWS_AROUND)) : 0;
  return {
    indexes: Array.from({ length: last - from }, (_, at) => from + at),
    abovePx: from * ROW_PX,
    belowPx: (count - last) * ROW_PX,
    scrollTo: (index) => {
      const scrolled = frame()!;
      const top = index * ROW_PX;
      // the head hides a row
      const lowest = top + 2 * ROW_PX - scrolled.clientHeight;
      if (scrolled.scrollTop > top) scrolled.scrollTop = top;
      else if (scrolled.scrollTop < lowest) scrolled.scrollTop = lowest;
    },
  };
}
