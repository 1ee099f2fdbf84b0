import type { Needs } from '@contracts/dashboard.ts';
import { useNeeds } from '@/features/owner/dashboard/use-dashboard.ts';
import { useMedia } from '@/lib/use-media.ts';
import { AdminBar } from './admin-bar.tsx';
import './admin.css';
import { AdminAreaList } from './admin-area-list.tsx';

export type AdminNavProps = {
  needs: Needs | undefined;
  /** Whether there is a screen at that address. */
  isThere: (address: string) => boolean;
};

/** From one area of the administrators to the next: beside the page, or under the thumb on a phone. */
export function AdminNav({ isThere }: Pick<AdminNavProps, 'isThere'>) {
  const needs = useNeeds();
  const isWide = useMedia('(width >= 64rem)');
  return isWide ? (
    <AdminSideNav isThere={isThere} needs={needs} />
  ) : (
    <AdminBar isThere={isThere} needs={needs} />
  );
}

/** Every area beside the page, in groups. */
function AdminSideNav(props: AdminNavProps) {
  return (
    <nav aria-label="Administration" className="admin-side">
      <AdminAreaList {...props} />
    </nav>
  );
}
