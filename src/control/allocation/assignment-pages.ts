/** All assignments that a filter finds, page by page. */
import { ASSIGNMENTS_PAGE } from '../../limits/control.js';
import type { AssignmentPage, AssignmentPosition, AssignmentQuery, Store } from '../../store/port.js';

/** The last moment that a Date can hold. */
const END_OF_TIME_MS = 8_640_000_000_000_000;

export const ALL_TIMES = { fromMs: -END_OF_TIME_MS, toMs: END_OF_TIME_MS };

/** What is listed. */
export type ListedAssignments = Omit<AssignmentQuery, 'after' | 'offset' | 'limit' | 'isCounted'>;

/** Newest first; those that are made or changed meanwhile may be left out. */
export async function* assignmentPages(
  store: Pick<Store, 'assignments'>,
  filter: ListedAssignments,
): AsyncGenerator<AssignmentPage> {
  let after: AssignmentPosition | null = null;
  do {
    const page: AssignmentPage = await store.assignments({
      ...filter,
      ...(after !== null && { after }),
      offset: 0,
      limit: ASSIGNMENTS_PAGE,
      isCounted: false,
    });
    yield page;
    after = page.last;
  } while (after !== null);
}
