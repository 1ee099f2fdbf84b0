import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { paths } from '@/config/paths.ts';
import { useLocation } from '@/lib/location.tsx';
import { useSession, type Session } from '@/lib/session.ts';
import { Logo } from './logo.tsx';
import { LogoutButton } from './logout-button.tsx';
import { NavLink } from './nav-link.tsx';

/** Logo, links and the way to a booking. On a small screen the links fold away behind a button. */
export function Header() {
  const [isOpen, setIsOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const close = () => setIsOpen(false);
  const session = useSession();
  const { pathname } = useLocation();
  const isBooking = pathname === paths.schedule || pathname === paths.checkout;

  useEffect(() => {
    if (!isOpen) return;
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      buttonRef.current?.focus();
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [isOpen]);

  return (
    <header className="on-lacquer relative z-30 border-b border-white/15">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-2 px-5 sm:gap-x-4 sm:px-8 lg:gap-x-8">
        <Link to={paths.home} className="mr-auto py-3.5" onClick={close}>
          <Logo />
        </Link>
        {!isOwners(session) && !isBooking && (
          <ButtonLink
            // Nothing is chosen yet, so the packages come first.
            to={`${paths.home}#packages`}
            className="min-h-11 px-4 py-2 lg:order-last"
            onClick={close}
          >
            Book
          </ButtonLink>
        )}
        <button
          ref={buttonRef}
          type="button"
          className="nav-link min-w-11 justify-end lg:hidden"
          aria-expanded={isOpen}
          aria-controls="main-menu"
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="max-[23rem]:sr-only">{isOpen ? 'Close' : 'Menu'}</span>
          <MenuIcon isOpen={isOpen} />
        </button>
        <nav
          id="main-menu"
          aria-label="Main"
          className={`${isOpen ? '' : 'max-lg:hidden'} max-lg:w-full max-lg:border-t max-lg:border-white/15 max-lg:py-3`}
        >
          <MainNav onLeave={close} />
        </nav>
      </div>
    </header>
  );
}

function MenuIcon({ isOpen }: { isOpen: boolean }) {
  return (
    <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true">
      <path
        d={isOpen ? 'M4 4L16 16M16 4L4 16' : 'M2 7H18M2 13H18'}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      />
    </svg>
  );
}

/** The header's links, by the current session. The chat adds its entry, where it has no button of its own. */
function MainNav({ onLeave }: { onLeave: () => void }) {
  const session = useSession();
  return (
    <ul className="flex flex-col lg:flex-row lg:items-center lg:gap-7">
      {linksFor(session).map(([to, label]) => (
        <li key={to}>
          <NavLink to={to} end={to === paths.home} className="nav-link" onClick={onLeave}>
            {label}
          </NavLink>
        </li>
      ))}
      {session.status === 'signed-in' && (
        <li>
          <LogoutButton signOut={session.signOut} className="nav-link" onLeave={onLeave} />
        </li>
      )}
    </ul>
  );
}

type NavEntry = readonly [to: string, label: string];

const linksFor = (session: Session): NavEntry[] => [
  [paths.home, 'Home'],
  [paths.gallery, 'Gallery'],
  [paths.reviews, 'Reviews'],
  ...(isOwners(session) ? [] : [[paths.contact, 'Contact'] as const]),
  ...ownLinks(session),
];

/** Whether an administrator is signed in, who neither books nor writes to the business. */
const isOwners = (session: Session) => session.status === 'signed-in' && session.isAdmin;

function ownLinks(session: Session): NavEntry[] {
  if (session.status === 'loading') return [];
  if (session.status === 'guest') return [[paths.login, 'Login / Sign Up']];
  if (session.needsSecondFactor) return [[paths.login, 'Enter Your Code']];
  if (session.isAdmin) return [[paths.admin, 'Admin']];
  return [
    [paths.myBookings, 'My Bookings'],
    [paths.account, 'Your account'],
  ];
}
