import { NavLink, useLocation } from 'react-router';
import { adminPaths } from '@/config/admin-paths.ts';
import { thumbAreas } from './admin-areas.ts';
import { AdminIcon } from './admin-icon.tsx';
import { AdminMore } from './admin-more.tsx';
import type { AdminNavProps } from './admin-nav.tsx';

/** At the lower edge of a phone, where one thumb reaches. The chat keeps clear of it. */
export function AdminBar({ isThere, needs }: AdminNavProps) {
  const { pathname } = useLocation();
  // A new booking lies inside the bookings by its address, and is an area of its own here.
  const isCurrent = (to: string, isActive: boolean) =>
    isActive && !(to === adminPaths.bookings && pathname === adminPaths.newBooking);
  return (
    <nav aria-label="Administration" className="on-lacquer admin-bar" data-keep-clear="">
      <ul>
        {thumbAreas
          .filter(({ to }) => isThere(to))
          .map(({ to, label, icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === adminPaths.dashboard}
                className={({ isActive }) =>
                  `admin-thumb ${isCurrent(to, isActive) ? 'admin-thumb-current' : ''}`
                }
              >
                <AdminIcon icon={icon} />
                {label}
              </NavLink>
            </li>
          ))}
        <li>
          <AdminMore isThere={isThere} needs={needs} />
        </li>
      </ul>
    </nav>
  );
}
