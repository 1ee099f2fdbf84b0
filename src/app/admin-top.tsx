import { Link } from 'wouter';
import { Logo } from '@/components/layout/logo.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { AdminWayOut } from './admin-way-out.tsx';

type AdminTopProps = { isWide: boolean; onSearch: () => void };

/** Above every screen: the search, with the business's mark on a phone and the ways out at a desk. */
export function AdminTop({ isWide, onSearch }: AdminTopProps) {
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
export const AdminHome = () => (
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
