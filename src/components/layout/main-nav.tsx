import { NavLink } from '@/lib/router.tsx';
import { paths } from '@/config/paths.ts';
import { useSession, type Session } from '@/lib/session.ts';
import { LogoutButton } from './logout-button.tsx';

type MainNavProps = {
  onLeave: () => void;
  /** Opens the chat; null where the chat has a button of its own. */
  onChat: ((entry: HTMLElement) => void) | null;
};

/** The header's links, by the current session. */
export function MainNav({ onLeave, onChat }: MainNavProps) {
  const session = useSession();
  return (
    <ul className="flex flex-col lg:flex-row lg:items-center lg:gap-7">
      {linksFor(session).map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} end={to === paths.home} className="nav-link" onClick={onLeave}>
            {label}
          </NavLink>
        </li>
      ))}
      {onChat && (
        <li>
          <button
            type="button"
            className="nav-link"
            aria-haspopup="dialog"
            onClick={(event) => onChat(event.currentTarget)}
          >
            Chat with us
          </button>
        </li>
      )}
      {session.status === 'signed-in' && (
        <li>
          <LogoutButton signOut={session.signOut} className="nav-link" onLeave={onLeave} />
        </li>
      )}
    </ul>
  );
}

function linksFor(session: Session) {
  const links: { to: string; label: string }[] = [
    { to: paths.home, label: 'Home' },
    { to: paths.gallery, label: 'Gallery' },
    { to: paths.reviews, label: 'Reviews' },
  ];
  if (!isOwners(session)) links.push({ to: paths.contact, label: 'Contact' });
  if (session.status === 'guest') links.push({ to: paths.login, label: 'Login / Sign Up' });
  if (session.status === 'signed-in') links.push(ownLink(session));
  return links;
}

/** Whether an administrator is signed in, who neither books nor writes to the business. */
export const isOwners = (session: Session) => session.status === 'signed-in' && session.isAdmin;

function ownLink({ isAdmin, needsSecondFactor }: Extract<Session, { status: 'signed-in' }>) {
  if (needsSecondFactor) return { to: paths.login, label: 'Enter Your Code' };
  return isAdmin
    ? { to: paths.admin, label: 'Admin' }
    : { to: paths.myBookings, label: 'My Bookings' };
}
