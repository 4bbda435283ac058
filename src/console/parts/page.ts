/** What a page gets of the address. */
export interface PageProps {
  /** The parts of the path after the page's own, decoded. */
  parts: readonly string[];
  query: URLSearchParams;
}
