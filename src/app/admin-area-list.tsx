import { useId } from 'react';
import { adminPaths } from '@/config/admin-paths.ts';
import { AdminAreaLink } from './admin-area-link.tsx';
import { areaGroups, waitingIn, type AreaGroup } from './admin-areas.ts';
import { AdminCount } from './admin-count.tsx';
import type { Needs } from '@contracts/dashboard.ts';

export type AdminNavProps = { needs: Needs | undefined };

type AdminAreaListProps = AdminNavProps & { onLeave?: () => void };

/** The areas in their groups. */
export function AdminAreaList({ needs, onLeave }: AdminAreaListProps) {
  return areaGroups.map((group) => (
    <Group key={group.heading} {...group} needs={needs} onLeave={onLeave} />
  ));
}

type GroupProps = AreaGroup & Pick<AdminNavProps, 'needs'> & { onLeave: (() => void) | undefined };

function Group({ heading, areas, needs, onLeave }: GroupProps) {
  const id = useId();
  return (
    <div className="admin-group">
      <p id={id} className="admin-group-heading">
        {heading}
      </p>
      <ul aria-labelledby={id}>
        {areas.map((area) => (
          <li key={area.to}>
            <AdminAreaLink
              to={area.to}
              end={area.to === adminPaths.dashboard}
              className="admin-area"
              onClick={onLeave}
            >
              {area.label} <AdminCount count={waitingIn(area, needs)} />
            </AdminAreaLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
