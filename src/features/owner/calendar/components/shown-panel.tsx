import { useState } from 'react';
import { formatDate, formatTime } from '@domain/time/time-format.ts';
import { noReason } from '@domain/time/time-off.ts';
import { Button } from '@/components/ui/button.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { CrewForm } from '@/entities/crew/change-crew.tsx';
import { adminBookingPath, adminPaths } from '@/config/admin-paths.ts';
import type { CalendarBooking, Offer, TimeOff } from '@contracts/calendar.ts';
import type { Shown } from '../calendar-events.ts';
import { wordsOf, type CrewTitle } from '../event-words.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useUnblock } from '@/entities/time-off/use-unblock.ts';
import { calendarKey } from '../api/calendar-range.ts';
import { laterBy } from '../wall-clock.ts';
import { MovePanel } from './move-panel.tsx';
import { Panel } from './panel.tsx';

type ShownPanelProps = { shown: Shown; titleOf: CrewTitle; onClose: () => void };

/** The actions for the calendar entry that was pressed. */
export function ShownPanel({ shown, titleOf, onClose }: ShownPanelProps) {
  if (shown.kind === 'booking')
    return <BookingPanel booking={shown.booking} titleOf={titleOf} onClose={onClose} />;
  if (shown.kind === 'timeOff')
    return <TimeOffPanel timeOff={shown.timeOff} titleOf={titleOf} onClose={onClose} />;
  if (shown.kind === 'offer') return <OfferPanel offer={shown.offer} onClose={onClose} />;
  const { mark, title } = wordsOf(shown, titleOf);
  if (shown.kind === 'crewHours')
    return (
      <Panel
        title={title || 'Crew hours'}
        description={`${formatDate(shown.hours.day)}: ${mark ?? ''}`}
        onClose={onClose}
      >
        <PanelActions onClose={onClose}>
          <ButtonLink to={adminPaths.crews}>Change hours</ButtonLink>
        </PanelActions>
      </Panel>
    );
  return (
    <Panel
      title={title || 'Special day'}
      description={`${formatDate(shown.day.day)}: ${mark ?? ''}`}
      onClose={onClose}
    >
      <PanelActions onClose={onClose}>
        <ButtonLink to={adminPaths.time}>Change hours</ButtonLink>
      </PanelActions>
    </Panel>
  );
}

const spanWords = (day: string, from: string, until: string): string =>
  from === '00:00' && until === '24:00'
    ? `${formatDate(day)}, all day`
    : `${formatDate(day)}, ${formatTime(from)} to ${until === '24:00' ? 'the end of the day' : formatTime(until)}`;

function BookingPanel({
  booking,
  titleOf,
  onClose,
}: {
  booking: CalendarBooking;
  titleOf: CrewTitle;
  onClose: () => void;
}) {
  const [doing, setDoing] = useState<'move' | 'crew' | null>(null);
  if (doing === 'move') return <MovePanel booking={booking} titleOf={titleOf} onClose={onClose} />;
  const { mark, detail } = wordsOf({ kind: 'booking', booking, isMoving: false }, titleOf);
  const end = laterBy(booking.booking_time, booking.duration_minutes);
  const isMovable = booking.status !== 'pending_payment' && !booking.done_at && !booking.no_show_at;
  return (
    <Panel
      title={booking.customer_name}
      description={spanWords(booking.booking_date, booking.booking_time, end)}
      onClose={onClose}
    >
      <p className="mt-3">{[mark, detail, booking.city].filter(Boolean).join(' · ')}</p>
      {doing === 'crew' ? (
        <div className="mt-6">
          <CrewForm booking={booking} onClose={onClose} />
        </div>
      ) : (
        <PanelActions onClose={onClose}>
          <ButtonLink to={adminBookingPath(booking.id)}>Open booking</ButtonLink>
          {isMovable && (
            <Button variant="secondary" onClick={() => setDoing('move')}>
              Move booking
            </Button>
          )}
          {isMovable && titleOf && (
            <Button variant="secondary" onClick={() => setDoing('crew')}>
              Change crew
            </Button>
          )}
        </PanelActions>
      )}
    </Panel>
  );
}

function TimeOffPanel({
  timeOff,
  titleOf,
  onClose,
}: {
  timeOff: TimeOff;
  titleOf: CrewTitle;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const unblock = useUnblock(() => client.invalidateQueries({ queryKey: calendarKey }));
  const { id, day, ...rest } = timeOff;
  const blocked = { ...rest, ids: [id], fromDay: day, untilDay: day };
  const { detail } = wordsOf({ kind: 'timeOff', timeOff }, titleOf);
  return (
    <Panel
      title={timeOff.reason === noReason ? 'Blocked time' : `Blocked time: ${timeOff.reason}`}
      description={spanWords(timeOff.day, timeOff.from, timeOff.until)}
      onClose={onClose}
    >
      {detail && <p className="mt-3">{detail}</p>}
      <PanelActions onClose={onClose}>
        <Button
          busy={unblock.isPending}
          onClick={() => unblock.mutate(blocked, { onSuccess: onClose })}
        >
          Unblock this time
        </Button>
      </PanelActions>
    </Panel>
  );
}

function OfferPanel({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const isRain = offer.kind === 'rain';
  return (
    <Panel
      title={`Held for ${offer.name ?? 'a waiting customer'}`}
      description={spanWords(offer.day, offer.from, offer.until)}
      onClose={onClose}
    >
      <p className="mt-3">
        {isRain
          ? 'One of the times offered after a rain day.'
          : 'Offered to a customer on the waiting list. Without an answer, it becomes available again.'}
      </p>
      <PanelActions onClose={onClose}>
        <ButtonLink to={isRain ? adminPaths.rainDay : adminPaths.waitingList}>
          {isRain ? 'Open rain day' : 'Open waiting list'}
        </ButtonLink>
        {offer.booking_id && (
          <Link to={adminBookingPath(offer.booking_id)} className="text-link justify-center">
            Open booking
          </Link>
        )}
      </PanelActions>
    </Panel>
  );
}

function PanelActions({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  return (
    <div className="mt-6 grid gap-3 md:flex md:flex-wrap">
      {children}
      <Button variant="ghost" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
