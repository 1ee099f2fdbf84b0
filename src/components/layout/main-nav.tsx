import { NavLink, navigate } from '@/lib/router.tsx';
import { paths } from '@/config/paths.ts';
import { useSession, type Session } from '@/lib/session.ts';
import { toastFailure } from '@/lib/toast.ts';

/** The header's links, by the current session. */
export function MainNav({ onLeave }: { onLeave: () => void }) {
  const session = useSession();
  return (
    <ul className="flex flex-col md:flex-row md:items-center md:gap-7">
      {linksFor(session).map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} end={to === paths.home} className="nav-link" onClick={onLeave}>
            {label}
          </NavLink>
        </li>
      ))}
      {session.status === 'signed-in' && (
        <li>
          <LogoutButton signOut={session.signOut} onLeave={onLeave} />
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
  if (session.status === 'guest') links.push({ to: paths.login, label: 'Login / Sign Up' });
  if (session.status === 'signed-in') links.push(ownLink(session));
  return links;
}

function ownLink({ isAdmin, needsSecondFactor }: Extract<Session, { status: 'signed-in' }>) {
  if (needsSecondFactor) return { to: paths.login, label: 'Enter Your Code' };
  return isAdmin
    ? { to: paths.admin, label: 'Admin' }
    : { to: paths.myBookings, label: 'My Bookings' };
}

type LogoutProps = { signOut: () => Promise<void>; onLeave: () => void };

function LogoutButton({ signOut, onLeave }: LogoutProps) {
  async function leave() {
    onLeave();
    try {
      await signOut();
      navigate(paths.home);
    } catch (error) {
      const description = error instanceof Error ? error.message : 'Something went wrong';
      toastFailure('Sign out Failed', description);
    }
  }
  return (
    <button type="button" className="nav-link" onClick={() => void leave()}>
      Logout
    </button>
  );
}
