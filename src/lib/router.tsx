import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { matchPath } from './match-path.ts';

/** An address of the app. */
export type Address = { pathname: string; search: string; hash: string };

export type Location = Address & {
  /** What the screen before handed over. It lies in the browser's history and survives a reload. */
  state: unknown;
  /** Different for every step of the visit, and the same when the browser comes back to it. */
  key: string;
  /** Whether the browser went here: at the first page, back or forward. It then scrolls by itself. */
  isByBrowser: boolean;
};

type NavigateOptions = { replace?: boolean; state?: unknown };

const listeners = new Set<() => void>();

/**
 * Opens an address of the app, without loading a document. What lies over a screen (use-back-closes.ts) gives its step
 * of the history to where it leads.
 */
export function navigate(
  to: string | Address,
  { replace = false, state = null }: NavigateOptions = {},
): void {
  const step = { state, key: Math.random().toString(36).slice(2) };
  if (replace || isOver()) history.replaceState(step, '', hrefOf(to));
  else history.pushState(step, '', hrefOf(to));
  listeners.forEach((listener) => listener());
}

const isOver = () => (history.state as { isOver?: boolean } | null)?.isOver === true;

const hrefOf = (to: string | Address): string =>
  typeof to === 'string' ? to : to.pathname + to.search + to.hash;

function currentLocation(isByBrowser: boolean): Location {
  const { pathname, search, hash } = window.location;
  const step = history.state as Partial<Location> | null;
  return { pathname, search, hash, state: step?.state ?? null, key: step?.key ?? '', isByBrowser };
}

const LocationContext = createContext<Location | null>(null);
const ParamsContext = createContext<Record<string, string>>({});

/** Follows the browser's address, or stays at `path` where there is no browser. */
export function Router({ path, children }: { path?: string; children: ReactNode }) {
  const [location, setLocation] = useState<Location>(() =>
    path === undefined
      ? currentLocation(true)
      : { pathname: path, search: '', hash: '', state: null, key: '', isByBrowser: true },
  );
  useLayoutEffect(() => {
    // A transition: the screen stays until the next one is loaded.
    const follow = (isByBrowser: boolean) =>
      startTransition(() => setLocation(currentLocation(isByBrowser)));
    const onNavigate = () => follow(false);
    const onPopState = () => follow(true);
    listeners.add(onNavigate);
    addEventListener('popstate', onPopState);
    return () => {
      listeners.delete(onNavigate);
      removeEventListener('popstate', onPopState);
    };
  }, []);
  useTopOfNewPage(location);
  return <LocationContext value={location}>{children}</LocationContext>;
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

export function useLocation(): Location {
  const location = useContext(LocationContext);
  if (!location) throw new Error('There is no Router around this component');
  return location;
}

/** The parameters in the path of the screen. */
export const useParams = () => useContext(ParamsContext) as Partial<Record<string, string>>;

/** The address's query, and what sets another one. */
export function useSearchParams() {
  const { search } = useLocation();
  return [useMemo(() => new URLSearchParams(search), [search]), setSearchParams] as const;
}

function setSearchParams(
  params: Record<string, string> | URLSearchParams,
  options?: NavigateOptions,
) {
  const query = new URLSearchParams(params).toString();
  navigate(query ? `?${query}` : window.location.pathname, options);
}

/** Shows the first screen whose path matches the address. `matchPath` says what matches. */
export function Routes({ screens }: { screens: Record<string, ReactNode> }) {
  const { pathname } = useLocation();
  for (const [path, screen] of Object.entries(screens)) {
    const params = matchPath(path, pathname);
    if (params) return <ParamsContext value={params}>{screen}</ParamsContext>;
  }
  return null;
}

/**
 * Leads on to another address at once, which takes the place of this one in the history. Once the browser is at another
 * page, as right after a logout, it leads nowhere: that page is only not shown yet.
 */
export function Redirect({ to, state }: { to: string | Address; state?: unknown }) {
  const href = hrefOf(to);
  const { pathname } = useLocation();
  useEffect(() => {
    if (window.location.pathname === pathname) navigate(href, { replace: true, state });
  }, [href, pathname, state]);
  return null;
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown };

/** A link to an address of the app, which opens without loading a document. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const { pathname, search, hash } = useLocation();
  function open(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const isPlain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !isPlain || rest.target) return;
    event.preventDefault();
    navigate(to, { state, replace: to === pathname + search + hash });
  }
  return <a {...rest} href={to} onClick={open} />;
}

export type NavLinkProps = LinkProps & { end?: boolean };

/** A link of a menu, marked while its screen is open, or one below it unless it stands for the `end`. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const isOpen = matchPath(end ? rest.to : `${rest.to}/*`, pathname) !== null;
  return <Link aria-current={isOpen ? 'page' : undefined} {...rest} />;
}
