import type { Needs } from '@contracts/dashboard.ts';
import { adminPaths } from '@/config/admin-paths.ts';
import { useNeeds } from '@/features/owner/dashboard/use-dashboard.ts';
import { matchPath } from '@/lib/match-path.ts';
import { useLocation } from '@/lib/router.tsx';
import { useMedia } from '@/lib/use-media.ts';
import { AdminBar } from './admin-bar.tsx';
import './admin.css';
import { AdminAreaList } from './admin-area-list.tsx';

export type AdminNavProps = {
  needs: Needs | undefined;
};

/** From one area of the administrators to the next: beside the page, or under the thumb on a phone. */
export function AdminNav() {
  const { pathname } = useLocation();
  const needs = useNeeds(matchPath(adminPaths.dashboard, pathname) !== null);
  const isWide = useMedia('(width >= 64rem)');
  return isWide ? <AdminSideNav needs={needs} /> : <AdminBar needs={needs} />;
}

/** Every area beside the page, in groups. */
function AdminSideNav(props: AdminNavProps) {
  return (
    <nav aria-label="Administration" className="border-r border-hairline bg-ivory pt-7 pb-12">
      <AdminAreaList {...props} />
    </nav>
  );
}
