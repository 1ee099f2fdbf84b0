import { useId } from 'react';
import { NavLink } from 'react-router';
import { adminPaths } from '@/config/admin-paths.ts';
import { areaGroups, type AreaGroup } from './admin-areas.ts';
import type { AdminNavProps } from './admin-nav.tsx';

type AdminAreaListProps = AdminNavProps & { onLeave?: () => void };

/** The areas in their groups; those without a screen are left out. */
export function AdminAreaList({ isThere, onLeave }: AdminAreaListProps) {
  const groups = areaGroups
    .map((group) => ({ ...group, areas: group.areas.filter(({ to }) => isThere(to)) }))
    .filter(({ areas }) => areas.length > 0);
  return groups.map((group) => <Group key={group.heading} {...group} onLeave={onLeave} />);
}

type GroupProps = AreaGroup & { onLeave: (() => void) | undefined };

function Group({ heading, areas, onLeave }: GroupProps) {
  const id = useId();
  return (
    <div className="admin-group">
      <p id={id} className="admin-group-heading">
        {heading}
      </p>
      <ul aria-labelledby={id}>
        {areas.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === adminPaths.dashboard}
              className="admin-area"
              onClick={onLeave}
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
