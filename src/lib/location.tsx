import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { Router, type AroundNavHandler } from 'wouter';
import { navigate as step } from 'wouter/use-browser-location';
import { parsePath, readyToDecode } from './match-path.ts';

// What the app needs beyond wouter (docs/decisions/0140): the state and key of a step, transitions, where to scroll.

/** An address of the app. */
export type Address = { pathname: string; search: string; hash: string };

export type Location = Address & {
  /** Passed on by the previous screen. It is kept in the browser's history and survives a reload. */
  state: unknown;
  /** Unique to a step of the visit. The same when the browser comes back to the step. */
  key: string;
  /** Whether the browser went here: the first page, back or forward. It then scrolls by itself. */
  isByBrowser: boolean;
};

type NavigateOptions = { replace?: boolean | undefined; state?: unknown };

/**
 * Opens an address of the app, without loading a document. A dialog over a screen (use-back-closes.ts) has a step of
 * the history, which the new address replaces.
 */
export function navigate(
  to: string | Address,
  { replace = false, state = null }: NavigateOptions = {},
): void {
  const key = Math.random().toString(36).slice(2);
  step(hrefOf(to), { replace: replace || isOver(), state: { state, key } });
}

const isOver = () => (history.state as { isOver?: boolean } | null)?.isOver === true;

const hrefOf = (to: string | Address): string =>
  typeof to === 'string' ? to : to.pathname + to.search + to.hash;

function currentLocation(isByBrowser: boolean): Location {
  const { pathname, search, hash } = window.location;
  const { state = null, key = '' } = (history.state ?? {}) as Partial<Location>;
  return { pathname, search, hash, state, key, isByBrowser };
}

const LocationContext = createContext<Location | null>(null);

/** The location of the screen that is shown. While the next screen loads, the browser's address is already another. */
export function useLocation(): Location {
  const location = useContext(LocationContext);
  if (!location) throw new Error('There is no LocationProvider around this component');
  return location;
}

const useShownPath = (): [string, typeof navigate] => [
  readyToDecode(useLocation().pathname),
  navigate,
];
const useShownSearch = () => readyToDecode(useLocation().search);

/** A link to the current address adds no step. */
const withoutRepeating: AroundNavHandler = (open, to, options) =>
  open(to, { ...options, replace: options?.replace || to === hrefOf(window.location) });

/** Follows the browser's address, or stays at `path` where there is no browser. */
export function LocationProvider({ path, children }: { path?: string; children: ReactNode }) {
  const [location, setLocation] = useState<Location>(() =>
    path === undefined
      ? currentLocation(true)
      : { pathname: path, search: '', hash: '', state: null, key: '', isByBrowser: true },
  );
  useLayoutEffect(() => {
    // A transition: the screen stays until the next one is loaded.
    const follow = ({ type }: Event) => {
      if (type === 'pushState' && isOver()) return;
      startTransition(() => setLocation(currentLocation(type === 'popstate')));
    };
    // wouter reports the latter two.
    const events = ['popstate', 'pushState', 'replaceState'];
    events.forEach((type) => addEventListener(type, follow));
    return () => events.forEach((type) => removeEventListener(type, follow));
  }, []);
  useTopOfNewPage(location);
  return (
    <LocationContext value={location}>
      <Router
        hook={useShownPath}
        searchHook={useShownSearch}
        parser={parsePath}
        aroundNav={withoutRepeating}
      >
        {children}
      </Router>
    </LocationContext>
  );
}

/**
 * Scrolls to the part that the address names, or to the top of a new page, before it or its placeholder is painted.
 * Going back, the browser scrolls.
 */
function useTopOfNewPage({ pathname, hash, key, isByBrowser }: Location) {
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    const part = document.getElementById(hash.slice(1));
    if (!isByBrowser && part) part.scrollIntoView();
    else if (!isByBrowser && shown.current !== pathname) window.scrollTo(0, 0);
    shown.current = pathname;
  }, [pathname, hash, key, isByBrowser]);
}

/**
 * Leads to another address, which replaces this one in the history. While the browser's address is already another
 * page's, as after a logout, it does nothing: wouter's would take the visitor elsewhere.
 */
export function Redirect({ to, state }: { to: string | Address; state?: unknown }) {
  const href = hrefOf(to);
  const { pathname } = useLocation();
  useEffect(() => {
    if (window.location.pathname === pathname) navigate(href, { replace: true, state });
  }, [href, pathname, state]);
  return null;
}
