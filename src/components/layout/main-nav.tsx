import { paths } from '@/config/paths.ts';
import { useSession, type Session } from '@/lib/session.ts';
import { LogoutButton } from './logout-button.tsx';
import { NavLink } from './nav-link.tsx';

/** The header's links, by the current session. The chat adds its entry, where it has no button of its own. */
export function MainNav({ onLeave }: { onLeave: () => void }) {
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
  if (session.status === 'signed-in') links.push(...ownLinks(session));
  return links;
}

/** Whether an administrator is signed in, who neither books nor writes to the business. */
export const isOwners = (session: Session) => session.status === 'signed-in' && session.isAdmin;

function ownLinks({ isAdmin, needsSecondFactor }: Extract<Session, { status: 'signed-in' }>) {
  if (needsSecondFactor) return [{ to: paths.login, label: 'Enter Your Code' }];
  if (isAdmin) return [{ to: paths.admin, label: 'Admin' }];
  return [
    { to: paths.myBookings, label: 'My Bookings' },
    { to: paths.account, label: 'Your account' },
  ];
}
