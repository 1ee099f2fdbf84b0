import { AdminAreaList } from './admin-area-list.tsx';
import type { AdminNavProps } from './admin-nav.tsx';

/** Every area beside the page, in groups. */
export function AdminSideNav(props: AdminNavProps) {
  return (
    <nav aria-label="Administration" className="admin-side">
      <AdminAreaList {...props} />
    </nav>
  );
}
