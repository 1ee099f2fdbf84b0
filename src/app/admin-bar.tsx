import { useLocation } from '@/lib/location.tsx';
import { adminPaths } from '@/config/admin-paths.ts';
import { AdminAreaLink } from './admin-area-link.tsx';
import type { AdminNavProps } from './admin-area-list.tsx';
import { thumbAreas } from './admin-areas.ts';
import { AdminIcon } from './admin-icon.tsx';
import { AdminMore } from './admin-more.tsx';

/** At the lower edge of a phone, where one thumb reaches. Toasts keep clear of it. */
export function AdminBar({ needs }: AdminNavProps) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Administration" className="on-lacquer admin-bar" data-keep-clear="">
      <ul>
        {thumbAreas.map(({ to, label, unseen, icon }) => (
          <li key={to}>
            <AdminAreaLink
              to={to}
              // A new booking is below the bookings by its address, and an area of its own here.
              end={to === adminPaths.dashboard || pathname === adminPaths.newBooking}
              className="admin-thumb"
            >
              <AdminIcon icon={icon} />
              {label}
              {unseen && <span className="sr-only"> {unseen}</span>}
            </AdminAreaLink>
          </li>
        ))}
        <li>
          <AdminMore needs={needs} />
        </li>
      </ul>
    </nav>
  );
}
