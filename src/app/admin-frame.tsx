import { useEffect, useState, type ReactNode, useEffectEvent, useRef } from 'react';
import { Link } from 'wouter';
import { ConfirmItIsYou } from '@/components/confirm-it-is-you.tsx';
import { Logo } from '@/components/layout/logo.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { UnsentStatus } from '@/entities/on-device/unsent-status.tsx';
import { noteOpened } from '@/features/owner/dashboard/setup-list.ts';
import { useNeeds } from '@/features/owner/dashboard/use-dashboard.ts';
import { SearchDialog } from '@/features/owner/search/components/search-dialog.tsx';
import { useLocation, navigate } from '@/lib/location.tsx';
import { matchPath } from '@/lib/match-path.ts';
import { useMedia } from '@/lib/use-media.ts';
import { AdminAreaLink } from './admin-area-link.tsx';
import { AdminAreaGroups, type AdminNavProps } from './admin-area-list.tsx';
import { areas, thumbAreas } from './admin-areas.ts';
import { AdminIcon } from './admin-icon.tsx';
import { areKeysOn, isTaken, meaningOf } from './admin-keys.ts';
import { AdminMore } from './admin-more.tsx';
import { settings } from './admin-settings.ts';
import { AdminShortcuts } from './admin-shortcuts.tsx';
import { AdminWayOut } from './admin-way-out.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import './admin-utilities.css';
import './admin.css';

/** The shell of the administration around its screens. An error in a screen leaves the way out of it standing. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const needs = useNeeds(matchPath(adminPaths.dashboard, pathname) !== null);
  const isWide = useMedia('(width >= 64rem)');
  const [shown, setShown] = useState<'search' | 'shortcuts' | null>(null);
  const close = () => setShown(null);
  useAdminKeys(setShown);
  useEffect(() => noteOpened(pathname), [pathname]);
  return (
    <>
      {isWide && <AdminSide needs={needs} onShortcuts={() => setShown('shortcuts')} />}
      <div className="admin-column">
        <AdminTop isWide={isWide} onSearch={() => setShown('search')} />
        <UnsentStatus to={adminPaths.unsent} />
        <main id="content" tabIndex={-1} className="admin-main focus-quiet">
          <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
        </main>
      </div>
      {!isWide && <AdminBar needs={needs} />}
      <SearchDialog
        places={areas}
        settings={settings}
        isOpen={shown === 'search'}
        onClose={close}
      />
      <ConfirmItIsYou />
      <AdminShortcuts isOpen={shown === 'shortcuts'} onClose={close} />
    </>
  );
}

type AdminSideProps = AdminNavProps & { onShortcuts: () => void };

/** The areas beside the page, in groups. They stay while the page scrolls. */
function AdminSide({ needs, onShortcuts }: AdminSideProps) {
  return (
    <nav aria-label="Administration" className="on-lacquer admin-side">
      <AdminHome />
      <AdminAreaGroups needs={needs} />
      <button type="button" className="admin-side-foot" onClick={onShortcuts}>
        Keyboard shortcuts
        <kbd className="key" aria-hidden="true">
          ?
        </kbd>
      </button>
    </nav>
  );
}

/** How long `g` waits for its letter. */
const patienceMs = 1500;

/** Follows the keyboard's shortcuts while nothing is typed. `onOpen` opens the search or the list of shortcuts. */
function useAdminKeys(onOpen: (what: 'search' | 'shortcuts') => void) {
  const pressedG = useRef(0);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isTaken(event) || !areKeysOn()) return;
    const isAfterG = event.timeStamp - pressedG.current < patienceMs && pressedG.current > 0;
    pressedG.current = !isAfterG && event.key.toLowerCase() === 'g' ? event.timeStamp : 0;
    const meaning = meaningOf(event.key, isAfterG);
    if (meaning === null) return;
    event.preventDefault();
    if (typeof meaning === 'string') onOpen(meaning);
    else navigate(meaning.to);
  });
  useEffect(() => {
    const follow = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, []);
}

/** At the lower edge of a phone, where one thumb reaches. Toasts keep clear of it. */
function AdminBar({ needs }: AdminNavProps) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Administration" className="on-lacquer admin-bar" data-keep-clear="">
      <ul>
        {thumbAreas.map(({ to, label, unseen, icon }) => (
          <li key={to}>
            <AdminAreaLink
              to={to}
              // A new booking is below the bookings by its address, and an area of its own here.
              end={to === adminPaths.dashboard || pathname === adminPaths.newBooking}
              className="admin-thumb"
            >
              <AdminIcon icon={icon} />
              {label}
              {unseen && <span className="sr-only"> {unseen}</span>}
            </AdminAreaLink>
          </li>
        ))}
        <li>
          <AdminMore needs={needs} />
        </li>
      </ul>
    </nav>
  );
}

type AdminTopProps = { isWide: boolean; onSearch: () => void };

/** Above every screen: the search, with the business's mark on a phone and the ways out at a desk. */
function AdminTop({ isWide, onSearch }: AdminTopProps) {
  if (!isWide) {
    return (
      <header className="on-lacquer admin-top">
        <AdminHome />
        <button type="button" className="close-button ml-auto" onClick={onSearch}>
          <SearchIcon />
          <span className="sr-only">Search</span>
        </button>
      </header>
    );
  }
  return (
    <header className="admin-top">
      <button type="button" className="admin-search" aria-keyshortcuts="/" onClick={onSearch}>
        <SearchIcon />
        Search
        <kbd className="key ml-auto" aria-hidden="true">
          /
        </kbd>
      </button>
      <div className="ml-auto flex items-center gap-6">
        <Link to={adminPaths.newBooking} className="admin-way-out" aria-keyshortcuts="n">
          New booking
        </Link>
        <AdminWayOut />
      </div>
    </header>
  );
}

/** The business's mark, which leads to the day. */
const AdminHome = () => (
  <Link to={adminPaths.dashboard} className="admin-home">
    <Logo />
  </Link>
);

const SearchIcon = () => (
  <svg viewBox="0 0 24 24" className="size-5" fill="none" stroke="currentColor" aria-hidden="true">
    <path
      d="M10.500 17a6.500 6.500 0 1 0 0-13a6.500 6.500 0 0 0 0 13M15.500 15.500L20 20"
      strokeWidth="1.75"
      strokeLinecap="round"
    />
  </svg>
);
