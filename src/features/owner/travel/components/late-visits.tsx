import { Link } from 'wouter';
import type { LateVisit, TravelPage } from '@contracts/travel.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { Section } from '@/components/section.tsx';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { formatDay } from '@/lib/days.ts';
import { lateCount, legInWords } from '../travel-words.ts';

type LatePanelProps = { late: TravelPage['late']; isOn: boolean };

/** The visits whose van is late under the saved settings, each a press away. */
export function LatePanel({ late: { total, visits }, isOn }: LatePanelProps) {
  return (
    <Section
      heading="Visits the van can’t reach in time"
      className={`border [border-top-width:3px] border-hairline bg-ivory p-5 ${total > 0 ? 'border-t-citrine' : 'border-t-success'}`}
    >
      {total === 0 ? (
        <p className="mt-3 text-ink-soft">A van can reach every upcoming visit in time.</p>
      ) : (
        <>
          <p className="mt-3 text-ink-soft">
            {`${lateCount(total)} ${isOn ? 'under these settings' : 'if you switch travel on'}. They stay as booked until you move or cancel them.`}
          </p>
          <LateList visits={visits} />
          {total > visits.length && (
            <p className="mt-3 text-sm text-ink-soft">And {total - visits.length} later ones.</p>
          )}
        </>
      )}
    </Section>
  );
}

type LateListProps = {
  visits: readonly LateVisit[];
  /** False where leaving would lose something. */
  isLinked?: boolean;
};

export const LateList = ({ visits, isLinked = true }: LateListProps) => (
  <ul className="mt-4 border-t border-hairline">
    {visits.map((visit) => (
      <li key={visit.id} className="border-b border-hairline">
        {isLinked ? (
          <Link to={adminBookingPath(visit.id)} className="block py-3 hover:bg-citrine-wash">
            <Words visit={visit} />
          </Link>
        ) : (
          <div className="py-3">
            <Words visit={visit} />
          </div>
        )}
      </li>
    ))}
  </ul>
);

const Words = ({ visit }: { visit: LateVisit }) => (
  <>
    <span className="block font-semibold">
      {formatDay(visit.day)}, {formatTime(visit.time)}
    </span>
    <span className="block text-sm">
      {visit.customerName}, {visit.serviceName}
    </span>
    <span className="block text-sm text-ink-soft">{legInWords(visit)}</span>
  </>
);
