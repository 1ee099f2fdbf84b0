import type { VisitStatus } from '@contracts/visit.ts';
import { soldName } from '@domain/booking/add-ons.ts';
import { isChargeable } from '@domain/money/least-charge.ts';
import { formatDate, formatDuration } from '@domain/time/time-format.ts';
import { SummaryPanel } from '@/components/summary-panel.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { formatClock } from '@/lib/moments.ts';
import { useNow } from '@/lib/use-now.ts';
import { minutesLeft, stepsOf, wordsOf } from '../visit-words.ts';
import { CallUs } from './call-us.tsx';
import { VisitPhotos } from './visit-photos.tsx';
import { VisitMoney } from './visit-money.tsx';
import './visit.css';
import { toldDayAndTime, timeLabel, toldTime } from '@/lib/told-times.ts';

type VisitProps = { token: string; visit: VisitStatus; isStale: boolean };

/** How a visit stands: the steps of the day, what is booked, and once it is done, what is paid. */
export function Visit({ token, visit, isStale }: VisitProps) {
  const now = useNow();
  const { heading, lead } = wordsOf(visit, now);
  const sold = soldName(visit.service_name, visit.add_ons);
  const takesPlace = !['missed', 'cancelled', 'rained_out'].includes(visit.state);
  return (
    <Page title="Your visit" heading={heading} lead={<p role="status">{lead}</p>}>
      <Changes visit={visit} isStale={isStale} />
      <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid gap-10">
          <Countdown minutes={minutesLeft(visit, now)} />
          {takesPlace && <Steps visit={visit} />}
          {visit.money && <VisitMoney token={token} sold={sold} money={visit.money} />}
          {visit.state === 'done' && <VisitPhotos token={token} />}
          <div className="flex flex-wrap gap-4 max-sm:grid">
            {visit.state === 'done' && (
              <ButtonLink
                variant={isChargeable(visit.money?.due_cents ?? 0) ? 'secondary' : 'primary'}
                to={paths.leaveReview}
              >
                Leave a Review
              </ButtonLink>
            )}
            {visit.state === 'cancelled' && (
              <ButtonLink to={paths.home}>Book a New Time</ButtonLink>
            )}
            <CallUs />
          </div>
        </div>
        <SummaryPanel heading={sold}>
          <dl className="mt-6 grid gap-4 border-t border-ivory/20 pt-6">
            <Fact label="Date">{formatDate(visit.booking_date)}</Fact>
            <Fact label={timeLabel()}>{toldTime(visit.booking_time)}</Fact>
            <Fact label="Duration">{formatDuration(visit.duration_minutes)}</Fact>
            <Fact label="Car">{visit.car}</Fact>
          </dl>
        </SummaryPanel>
      </div>
    </Page>
  );
}

function Changes({ visit, isStale }: Omit<VisitProps, 'token'>) {
  return (
    <>
      {visit.told && visit.state !== 'cancelled' && (
        <Notice title="Your visit has a new time" className="mb-10 max-w-3xl">
          It was moved from {toldDayAndTime(visit.told)} to{' '}
          {toldDayAndTime({ date: visit.booking_date, time: visit.booking_time })}.
        </Notice>
      )}
      {isStale && (
        <Notice title="This may not be the latest" className="mb-10 max-w-3xl">
          We can’t reach our system right now. This page keeps trying.
        </Notice>
      )}
    </>
  );
}

function Countdown({ minutes }: { minutes: number | null }) {
  if (minutes === null) return null;
  return (
    <p className="visit-countdown">
      {minutes === 0 ? (
        'Any minute now'
      ) : (
        <>
          <span className="text-2xl font-normal">about</span> {minutes}
          <span className="text-2xl font-normal"> min</span>
        </>
      )}
    </p>
  );
}

function Steps({ visit }: { visit: VisitStatus }) {
  return (
    <ol className="visit-steps" aria-label="Steps of the visit">
      {stepsOf(visit).map(({ label, at, is }) => (
        <li
          key={label}
          className={`visit-step visit-step-${is}`}
          aria-current={is === 'current' ? 'step' : undefined}
        >
          <span className="font-semibold">{label}</span>
          {at && is !== 'ahead' && (
            <span className="text-ink-soft tabular-nums">{formatClock(at)}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt className="text-sm text-mist">{label}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
