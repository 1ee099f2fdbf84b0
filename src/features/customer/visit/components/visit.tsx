import { useQuery, useMutation } from '@tanstack/react-query';
import { Section } from '@/components/section.tsx';
import { SummaryPanel } from '@/components/summary-panel.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { offerPaths } from '@/config/offer-paths.ts';
import { carPhotosPath } from '@/config/paths-of-one.ts';
import { paths } from '@/config/paths.ts';
import { linkedPhotosQuery } from '@/entities/booking-photo/linked-photos.ts';
import { PhotoThumbnails } from '@/entities/booking-photo/photo-thumbnails.tsx';
import { readLinkedPhoto } from '@/entities/booking-photo/stored-photos.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { navigate } from '@/lib/location.tsx';
import { formatClock } from '@/lib/moments.ts';
import { toastFailure } from '@/lib/toast.ts';
import { toldDayAndTime, timeLabel, toldTime } from '@/lib/told-times.ts';
import { useNow } from '@/lib/use-now.ts';
import type { VisitStatus } from '@contracts/visit.ts';
import { soldName } from '@domain/booking/add-ons.ts';
import { isChargeable, leastChargeSentence } from '@domain/money/least-charge.ts';
import { formatCents } from '@domain/money/money.ts';
import { reductionLabel } from '@domain/money/reduction.ts';
import { formatDate, formatDuration } from '@domain/time/time-format.ts';
import { photoLinkQuery } from '../api/photo-link.ts';
import { openBalanceOfVisit } from '../api/visit-status.ts';
import { minutesLeft, stepsOf, wordsOf } from '../visit-words.ts';
import { CallUs } from './call-us.tsx';
import './visit.css';

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

/** A photo from before the work and one from after, and the way to all. Nothing without photos. */
function VisitPhotos({ token }: { token: string }) {
  const link = useQuery(photoLinkQuery(token));
  return link.data ? <Photos token={link.data} /> : null;
}

function Photos({ token }: { token: string }) {
  const { data } = useQuery(linkedPhotosQuery(token));
  if (!data) return null;
  const { before, after } = data;
  const count = before.length + after.length;
  if (count === 0) return null;
  const read = (photoId: string, width?: number) => readLinkedPhoto(photoId, token, width);
  return (
    <Section heading="Your car, before and after">
      <ul className="mt-4 grid max-w-2xl grid-cols-2 gap-3">
        <PhotoThumbnails
          photos={before.slice(0, 1)}
          label="Before photo"
          {...{ read, below: () => 'Before' }}
        />
        <PhotoThumbnails
          photos={after.slice(0, 1)}
          label="After photo"
          {...{ read, below: () => 'After' }}
        />
      </ul>
      <ButtonLink variant="secondary" className="mt-6 max-sm:w-full" to={carPhotosPath(token)}>
        {count === 1 ? 'See the photo' : `See all ${count} photos`}
      </ButtonLink>
    </Section>
  );
}

type VisitMoneyProps = {
  token: string;
  /** What was sold, with its add-ons. */
  sold: string;
  money: NonNullable<VisitStatus['money']>;
};

/** What the visit cost, what is paid, and the way to pay the rest. */
function VisitMoney({ token, sold, money }: VisitMoneyProps) {
  const { total_cents: total, paid_cents: paid, due_cents: due } = money;
  const { tax_cents: tax, tip_cents: tip, reduced_cents: reduced } = money;
  const open = useMutation({
    mutationFn: () => openBalanceOfVisit(token),
    onSuccess: (payToken) =>
      navigate(
        `${offerPaths.pay}?${new URLSearchParams({ token: payToken, visit: token }).toString()}`,
      ),
    onError: (error) => toastFailure('Payment not opened', failureSentence(error)),
  });
  return (
    <Section heading="Receipt">
      <dl className="mt-4 max-w-md border-t border-hairline tabular-nums">
        <Line label={sold} cents={total + reduced - tax - tip} />
        {tax > 0 && <Line label={money.tax_label || 'Tax'} cents={tax} />}
        {tip > 0 && <Line label="Tip" cents={tip} />}
        {reduced > 0 && (
          <Line
            label={reductionLabel({ status: 'done', taxCents: money.reduced_tax_cents })}
            cents={-reduced}
          />
        )}
        {(tax > 0 || tip > 0 || reduced > 0) && <Line label="Total" cents={total} />}
        {due > 0 && <Line label="Paid so far" cents={paid} />}
        <Line label={due > 0 ? 'Balance' : 'Paid in full'} cents={due > 0 ? due : paid} isSum />
      </dl>
      {due > 0 && !isChargeable(due) && (
        <p className="mt-4">Please pay it on site. {leastChargeSentence}</p>
      )}
      {isChargeable(due) && (
        <Button
          className="mt-6 max-sm:w-full"
          busy={open.isPending || open.isSuccess}
          onClick={() => open.mutate()}
        >
          Pay the balance
        </Button>
      )}
    </Section>
  );
}

function Line(props: { label: string; cents: number; isSum?: boolean }) {
  return (
    <div
      className={`flex justify-between gap-4 border-b border-hairline py-2.5 ${props.isSum ? 'font-semibold' : ''}`}
    >
      <dt className={props.isSum ? '' : 'text-ink-soft'}>{props.label}</dt>
      <dd data-amount="">{formatCents(props.cents)}</dd>
    </div>
  );
}
