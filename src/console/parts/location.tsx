/** The address is the state: each view is a path below /console and its query, which can be kept and sent. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { pathWith, ROOT } from './paths.js';

const MOVED = 'pinrate-moved';

/** The present address, at each change of it. */
export function useAddress(): URL {
  const [href, setHref] = useState(location.href);
  useEffect(() => {
    const follow = () => setHref(location.href);
    addEventListener('popstate', follow);
    addEventListener(MOVED, follow);
    return () => {
      removeEventListener('popstate', follow);
      removeEventListener(MOVED, follow);
    };
  }, []);
  return new URL(href);
}

/**
 * @param path below /console
 * @param isSameStep changes the present step of the history, so that back leaves the view
 */
export function go(path: string, isSameStep = false): void {
  if (isSameStep) history.replaceState(null, '', ROOT + path);
  else {
    history.pushState(null, '', ROOT + path);
    scrollTo(0, 0);
  }
  dispatchEvent(new Event(MOVED));
}

/**
 * Changes parameters of the present address. It reads them here and now: those that a view was drawn with may be older
 * than what has been typed since.
 *
 * @param parameters empty: taken out
 */
export function amend(parameters: Readonly<Record<string, string>>, isSameStep = true): void {
  const present = Object.fromEntries(new URLSearchParams(location.search));
  go(pathWith(location.pathname.slice(ROOT.length), { ...present, ...parameters }), isSameStep);
}

/** The setter of one parameter, for a field. */
export const setParameter =
  (name: string) =>
  (text: string): void =>
    amend({ [name]: text });

interface LinkProps {
  /** Below /console. */
  'to': string;
  'id'?: string;
  'class'?: string;
  'role'?: 'tab';
  'tabIndex'?: 0 | -1;
  'aria-current'?: 'page' | undefined;
  'aria-selected'?: boolean;
  'aria-controls'?: string;
  'children': ComponentChildren;
}

/** Opens a view here, and in another tab as browsers do. */
export function Link({ to, ...rest }: LinkProps) {
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return <a {...rest} href={ROOT + to} onClick={open} />;
}
