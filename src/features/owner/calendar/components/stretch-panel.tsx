import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { LocalDate } from '@domain/time/wall-time.ts';
import { formatStartOf } from '@domain/time/start-format.ts';
import { Button } from '@/components/ui/button.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { adminBookingPath, adminPaths } from '@/config/admin-paths.ts';
import { TimeOffForm } from '@/entities/time-off/time-off-form.tsx';
import type { CrewDay } from '@contracts/calendar.ts';
import type { StandingBooking } from '@contracts/time-page.ts';
import { toast } from '@/lib/toast.ts';
import type { TitledCrew } from '@/entities/crew/use-crew-title.ts';
import { calendarKey } from '../api/calendar-range.ts';
import { crewsOff, stretchWords, typedFrom, type EmptyStretch } from '../empty-stretch.ts';
import { Panel } from './panel.tsx';

type StretchPanelProps = {
  stretch: EmptyStretch;
  crews: readonly TitledCrew[];
  crewHours: readonly CrewDay[];
  today: LocalDate;
  onClose: () => void;
};

/** What an empty stretch can become. */
export function StretchPanel({ stretch, crews, crewHours, today, onClose }: StretchPanelProps) {
  const [isTimeOff, setIsTimeOff] = useState(stretch.isForTimeOff ?? false);
  const client = useQueryClient();
  const [standing, setStanding] = useState<StandingBooking[]>([]);
  if (standing.length > 0) return <StandingPanel standing={standing} onClose={onClose} />;
  if (isTimeOff) {
    return (
      <Panel
        title="Block time"
        description="Customers can’t book this time. Existing bookings stay."
        onClose={onClose}
      >
        <TimeOffForm
          start={typedFrom(stretch)}
          crews={crews}
          className=""
          onTaken={async (found) => {
            await client.invalidateQueries({ queryKey: calendarKey });
            toast({
              title: 'Time blocked',
              description: 'Customers can no longer book these times.',
            });
            if (found.length > 0) setStanding(found);
            else onClose();
          }}
          onClose={onClose}
        />
      </Panel>
    );
  }
  const { fromDay, fromTime, untilDay } = stretch;
  if (untilDay < today) {
    return (
      <Panel
        title={stretchWords(stretch)}
        description="This time is in the past."
        onClose={onClose}
      >
        <CloseAction onClose={onClose} />
      </Panel>
    );
  }
  const phoneQuery = fromTime ? `?date=${fromDay}&time=${fromTime}` : `?date=${fromDay}`;
  const off = crewsOff(stretch, crewHours);
  const isNobodyThere = crews.every(({ number }) => off.includes(number));
  const itsCrew = crews.find(({ number }) => number === stretch.crew && off.includes(number));
  const [title, note] = isNobodyThere
    ? ['No crew works at this time', '']
    : itsCrew
      ? [`${itsCrew.title} is off`, '. Another crew may be free.']
      : ['Available time', ''];
  return (
    <Panel title={title} description={`${stretchWords(stretch)}${note}`} onClose={onClose}>
      <div className="mt-6 grid gap-3 md:flex md:flex-wrap">
        {isNobodyThere ? (
          <ButtonLink to={adminPaths.crews}>Change crews’ hours</ButtonLink>
        ) : (
          <ButtonLink to={`${adminPaths.newBooking}${phoneQuery}`}>New booking</ButtonLink>
        )}
        <Button variant="secondary" onClick={() => setIsTimeOff(true)}>
          Block time
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
      </div>
    </Panel>
  );
}

/** The bookings in the time that was just blocked. */
function StandingPanel({
  standing,
  onClose,
}: {
  standing: StandingBooking[];
  onClose: () => void;
}) {
  const isOne = standing.length === 1;
  return (
    <Panel
      title={
        isOne ? 'One booking falls in this time' : `${standing.length} bookings fall in this time`
      }
      description={`The time is blocked. ${isOne ? 'This booking stays' : 'These bookings stay'} until you move or cancel ${isOne ? 'it' : 'them'}.`}
      onClose={onClose}
    >
      <ul aria-label="Bookings in the blocked time" className="mt-5 border-t border-hairline">
        {standing.map((one) => (
          <li key={one.id} className="border-b border-hairline">
            <Link to={adminBookingPath(one.id)} className="block min-h-11 py-3 hover:underline">
              <span className="font-semibold">{one.customer_name}</span>
              <span className="block text-sm text-ink-soft">
                {formatStartOf(one)} · {one.service_name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <CloseAction onClose={onClose} />
    </Panel>
  );
}

const CloseAction = ({ onClose }: { onClose: () => void }) => (
  <div className="mt-6 grid gap-3 md:flex md:flex-wrap">
    <Button variant="secondary" onClick={onClose}>
      Close
    </Button>
  </div>
);
