import { paths } from '@/config/paths.ts';
import { useSession, type Session } from '@/lib/session.ts';
import { LogoutButton } from './logout-button.tsx';
import { NavLink } from './nav-link.tsx';

/** The header's links, by the current session. The chat adds its entry, where it has no button of its own. */
export function MainNav({ onLeave }: { onLeave: () => void }) {
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
export const isOwners = (session: Session) => session.status === 'signed-in' && session.isAdmin;

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
