import { AdminAreaList } from './admin-area-list.tsx';
import type { AdminNavProps } from './admin-nav.tsx';

/** Every area beside the page, in groups. */
export function AdminSideNav({ isThere }: AdminNavProps) {
  return (
    <nav aria-label="Administration" className="admin-side">
      <AdminAreaList isThere={isThere} />
    </nav>
  );
}
