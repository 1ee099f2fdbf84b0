import { useId, useState } from 'react';
import { adminPaths } from '@/config/admin-paths.ts';
import { useLocation } from '@/lib/location.tsx';
import { AdminAreaLink } from './admin-area-link.tsx';
import { areaGroups, waitingIn, type AreaGroup } from './admin-areas.ts';
import { AdminCount } from './admin-count.tsx';
import type { Needs } from '@contracts/dashboard.ts';

export type AdminNavProps = { needs: Needs | undefined };

type AdminAreaListProps = AdminNavProps & { onLeave: () => void };

/** Every area in its group, for a phone: each is one tap away. */
export function AdminAreaList({ needs, onLeave }: AdminAreaListProps) {
  return areaGroups.map((group) => (
    <div key={group.heading} className="admin-group">
      <Areas {...group} needs={needs} onLeave={onLeave} />
    </div>
  ));
}

/** The groups of areas, of which the day and the one that is shown are open; the others open with their names. */
export function AdminAreaGroups({ needs }: AdminNavProps) {
  const { pathname } = useLocation();
  const current = groupOf(pathname);
  const [wasIn, setWasIn] = useState(current);
  const [chosen, setChosen] = useState(opening(current));
  if (wasIn !== current) {
    // A group that was closed opens for its screen, and the others stay as they are: nothing moves under the pointer.
    setWasIn(current);
    setChosen({ ...chosen, ...opening(current) });
  }
  return areaGroups.map((group) => {
    const { heading } = group;
    const isOpen = chosen[heading] ?? heading === areaGroups[0]?.heading;
    return (
      <div key={heading} className="admin-group">
        <Areas
          {...group}
          needs={needs}
          isOpen={isOpen}
          onToggle={() => setChosen({ ...chosen, [heading]: !isOpen })}
        />
      </div>
    );
  });
}

const opening = (heading: string | undefined): Readonly<Record<string, boolean>> =>
  heading === undefined ? {} : { [heading]: true };

/** The heading of the group whose area has this address, or one above it. */
const groupOf = (pathname: string): string | undefined =>
  areaGroups.find(({ areas }) =>
    areas.some(
      ({ to }) => pathname === to || (to !== adminPaths.dashboard && pathname.startsWith(`${to}/`)),
    ),
  )?.heading;

type AreasProps = AreaGroup &
  AdminNavProps & { onLeave?: () => void; isOpen?: boolean; onToggle?: () => void };

/** Without `onToggle` they are always in sight. */
function Areas({ heading, areas, needs, onLeave, isOpen = true, onToggle }: AreasProps) {
  const id = useId();
  const waiting = areas.reduce((sum, area) => sum + waitingIn(area, needs), 0);
  return (
    <>
      {onToggle ? (
        <button
          type="button"
          className="admin-group-toggle"
          aria-expanded={isOpen}
          aria-controls={`${id}-areas`}
          onClick={onToggle}
        >
          <span id={id}>{heading}</span> {!isOpen && <AdminCount count={waiting} />}
          <Chevron />
        </button>
      ) : (
        <p id={id} className="admin-group-heading">
          {heading}
        </p>
      )}
      <ul id={`${id}-areas`} aria-labelledby={id} hidden={!isOpen}>
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
    </>
  );
}

const Chevron = () => (
  <svg viewBox="0 0 12 12" className="admin-chevron" fill="none" aria-hidden="true">
    <path d="M2.500 4.500L6 8l3.500-3.500" stroke="currentColor" strokeWidth="1.500" />
  </svg>
);
