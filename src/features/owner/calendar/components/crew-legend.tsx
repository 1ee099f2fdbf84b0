import { CrewBadge } from '@/entities/crew/crew-badge.tsx';
import type { TitledCrew } from '@/entities/crew/use-crew-title.ts';

type CrewLegendProps = {
  crews: readonly TitledCrew[];
  /** The only one that is shown; null when all are. */
  crew: number | null;
  onChoose: (crew: number | null) => void;
};

/** Which colour and initials are whose, and the choice to see one crew alone. */
export function CrewLegend({ crews, crew, onChoose }: CrewLegendProps) {
  return (
    <div role="group" aria-label="Crews" className="cal-crews">
      <button
        type="button"
        className="chip cal-crew-chip"
        aria-pressed={crew === null}
        onClick={() => onChoose(null)}
      >
        All <span className="sr-only">crews</span>
      </button>
      {crews.map(({ number, title }) => (
        <button
          key={number}
          type="button"
          className="chip cal-crew-chip"
          aria-pressed={crew === number}
          onClick={() => onChoose(crew === number ? null : number)}
        >
          <CrewBadge crew={number} title={title} isNamed />
          <span className="max-w-40 truncate">{title}</span>
        </button>
      ))}
    </div>
  );
}
