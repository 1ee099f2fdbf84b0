import type { DayRange } from '../range.ts';
import type { VisitFigure } from '../visit-figures.ts';
import { figureLines } from '../report-lines.ts';
import { SaveReport } from './save-report.tsx';

/** The figures of the days, each with its change from the days before. */
export function VisitFigures({ figures, range }: { figures: VisitFigure[]; range: DayRange }) {
  return (
    <>
      <dl className="money-figures sm:grid-cols-4">
        {figures.map(({ label, value, change, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className="mt-1 block text-[clamp(1.25rem,1rem+1vw,1.625rem)] font-semibold tracking-[-0.02em] tabular-nums">
                {value}
              </span>
              <span className="block text-sm text-ink-soft tabular-nums">{change}</span>
              {note && <span className="block text-sm text-ink-soft">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <SaveReport label="the figures" file="figures" range={range} rows={figureLines(figures)} />
    </>
  );
}
