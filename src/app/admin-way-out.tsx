import { Link } from '@/lib/router.tsx';
import { LogoutButton } from '@/components/layout/logout-button.tsx';
import { paths } from '@/config/paths.ts';
import { useSession } from '@/lib/session.ts';

/** From the administration to the customers' site, or out of the session. */
export function AdminWayOut({ onLeave }: { onLeave?: () => void }) {
  const session = useSession();
  return (
    <>
      <Link to={paths.home} className="admin-way-out" onClick={onLeave}>
        View site
      </Link>
      {session.status === 'signed-in' && (
        <LogoutButton signOut={session.signOut} className="admin-way-out" onLeave={onLeave} />
      )}
    </>
  );
}
