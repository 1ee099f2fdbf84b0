import { crewInitials, crewLook } from './crew-look.ts';

type CrewBadgeProps = {
  crew: number;
  title: string;
  /** Its name stands beside it. */
  isNamed?: boolean;
};

/** A crew's initials on its colour, which crew-colours.css gives it: a style sheet here would be every customer's. */
export const CrewBadge = ({ crew, title, isNamed = false }: CrewBadgeProps) => (
  <span className={`crew-badge ${crewLook(crew)}`} title={isNamed ? undefined : title}>
    <span aria-hidden="true">{crewInitials(title)}</span>
    {!isNamed && <span className="sr-only">{title}</span>}
  </span>
);
