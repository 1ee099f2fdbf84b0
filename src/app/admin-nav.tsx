import { NavLink } from 'react-router';
import { paths } from '@/config/paths.ts';

const areas = [
  { to: paths.adminTemplates, label: 'Email templates' },
  { to: paths.adminGallery, label: 'Gallery' },
  { to: paths.adminReviews, label: 'Reviews' },
];

/** From one area of the administrators to the next, and to the own account. */
export function AdminNav() {
  return (
    <nav aria-label="Administration" className="border-b border-hairline bg-ivory">
      <ul className="mx-auto flex max-w-7xl flex-wrap gap-x-4 px-5 py-1 max-sm:text-sm sm:gap-x-8 sm:px-8">
        {areas.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className="nav-link">
              {label}
            </NavLink>
          </li>
        ))}
        <li className="ml-auto">
          <NavLink to={paths.account} className="nav-link">
            Your account
          </NavLink>
        </li>
      </ul>
    </nav>
  );
}
