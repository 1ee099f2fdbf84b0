import { crewInitials, crewLook } from './crew-look.ts';
import './crew-badge.css';

type CrewBadgeProps = {
  crew: number;
  title: string;
  /** Its name stands beside it. */
  isNamed?: boolean;
};

/** A crew's initials on its colour. */
export const CrewBadge = ({ crew, title, isNamed = false }: CrewBadgeProps) => (
  <span className={`crew-badge ${crewLook(crew)}`} title={isNamed ? undefined : title}>
    <span aria-hidden="true">{crewInitials(title)}</span>
    {!isNamed && <span className="sr-only">{title}</span>}
  </span>
);
