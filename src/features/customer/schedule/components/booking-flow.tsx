import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useId, type ReactNode } from 'react';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Step } from '@/components/step.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { appConfig } from '@/config/env.ts';
import { afterPaint } from '@/lib/after-paint.ts';
import { loadFile } from '@/lib/late.ts';
import { savesData } from '@/lib/saves-data.ts';
import { useMedia } from '@/lib/use-media.ts';
import type { Service, VehicleType } from '@domain/booking/catalogue.ts';
import { formatCents } from '@domain/money/money.ts';
import type { Quote } from '@domain/money/pricing.ts';
import { normaliseCoupon } from '@domain/money/typed-coupon.ts';
import { detailsStepQuery } from '../api/details-step.ts';
import { hasTyped } from '../booking-draft.ts';
import { configuredPage } from '../external/scheduling-page.ts';
import { prefetchFlow } from '../prefetch-flow.ts';
import { useBookingFlow } from '../use-booking-flow.ts';
import { BookingSummary } from './booking-summary.tsx';
import { TimeStep, type WaitingList } from './time-step.tsx';

type BookingFlowProps = {
  service: Service;
  vehicleType: VehicleType;
  addOns: readonly string[] | undefined;
  visit: string;
  waitingList?: WaitingList | undefined;
};

/** Pick a time, then fill in the details, with the price in sight all along. */
export function BookingFlow({ service, waitingList, ...arrival }: BookingFlowProps) {
  const flow = useBookingFlow(service, arrival);
  const formId = useId();
  const { draft, time } = flow;
  const page = configuredPage(appConfig.schedulingPages, service.id);
  const isOutside = page !== undefined && !draft.hasPickedOutside;
  // Once the customer has typed or chosen something, it stays visible even when the time is lost. The form is large: the time
  // that brings it shows first.
  const hasDetails = useDeferredValue(
    !isOutside &&
      (time.chosen !== null || hasTyped(draft.details, flow.needsPlace) || flow.addOns.length > 0),
  );
  // Before a day is chosen, the calendar or the form of the place has the next step.
  const hasNextStep = hasDetails || draft.date !== null;
  const details = useQuery({ ...detailsStepQuery, enabled: hasDetails });
  usePrefetchedDetails(service);
  const isWide = useMedia('(width >= 64rem)');
  const next = (
    <NextStep
      formId={hasDetails ? formId : null}
      failure={flow.failure}
      isBusy={flow.isBusy || !details.data}
      onPickTime={flow.focusTimes}
    />
  );

  return (
    <div className="clears-price-bar">
      <div className="grid items-start gap-x-10 lg:grid-cols-[minmax(0,1fr)_min(21rem,33vw)] xl:gap-x-16">
        <div className="grid min-w-0 grid-cols-1 gap-16">
          <Step number={1} heading="Pick a time">
            <TimeStep
              flow={flow}
              service={service}
              page={page}
              isOutside={isOutside}
              waitingList={waitingList}
            />
          </Step>
          {hasDetails && (
            <Step number={2} heading="Your details">
              {details.data ? (
                <details.data formId={formId} flow={flow} service={service} />
              ) : (
                <DetailsNotLoaded query={details} />
              )}
            </Step>
          )}
        </div>
        <div className="lg:sticky lg:top-8">
          <BookingSummary
            service={service}
            vehicleType={draft.vehicleType}
            addOns={flow.addOns}
            chosen={time.chosen}
            price={flow.price}
            couponCode={normaliseCoupon(draft.details.couponCode)}
          >
            {hasDetails ? (
              isWide && next
            ) : (
              <p className="text-mist">Pick a time to continue. Nothing is charged yet.</p>
            )}
          </BookingSummary>
        </div>
      </div>
      {!isWide && hasNextStep && <PhoneBar price={flow.price}>{next}</PhoneBar>}
    </div>
  );
}

/** Loads what a chosen time brings, once the first days are shown. */
function usePrefetchedDetails(service: Service) {
  const client = useQueryClient();
  useEffect(() => {
    if (savesData()) return;
    afterPaint(() => void prefetchFlow(client, service).catch(() => undefined));
  }, [client, service]);
}

type DetailsNotLoadedProps = {
  query: Pick<UseQueryResult, 'isFetching' | 'isError' | 'refetch'>;
};

function DetailsNotLoaded({ query: { isError, isFetching, refetch } }: DetailsNotLoadedProps) {
  // Not in the query: it also prefetches, which must not reload the page.
  const retry = () => void loadFile(() => refetch({ throwOnError: true })).catch(() => undefined);
  const retryAtOnce = useEffectEvent(retry);
  useEffect(() => {
    if (isError) retryAtOnce();
  }, [isError]);
  if (!isError) return <Spinner />;
  return <CouldNotFetch title="We couldn’t load this form." isBusy={isFetching} onRetry={retry} />;
}

/** At the lower edge of a phone: the price, which the summary repeats, and the next step. */
function PhoneBar({ price, children }: { price: Quote; children: ReactNode }) {
  return (
    <div data-keep-clear="" className="on-lacquer phone-bar">
      <p aria-hidden="true" className="leading-snug tabular-nums">
        <span className="block text-sm text-mist">Total {formatCents(price.totalCents)}</span>
        <span className="block whitespace-nowrap">
          Due now{' '}
          <strong className="font-semibold text-citrine">{formatCents(price.dueNowCents)}</strong>
        </span>
      </p>
      {children}
    </div>
  );
}

type NextStepProps = {
  /** Null until a time is picked. */
  formId: string | null;
  /** Why the booking was refused, if it was. */
  failure: string | null;
  isBusy: boolean;
  onPickTime: () => void;
};

/** Beside the price in a phone's bar, the notice has a line of its own. */
const noticeClass = 'order-first mb-5 basis-full';

/** The button to the next step, below what went wrong with it. */
function NextStep({ formId, failure, isBusy, onPickTime }: NextStepProps) {
  return (
    <>
      {failure && (
        <Notice
          tone="danger"
          role="alert"
          title="Your booking isn’t made yet"
          className={noticeClass}
        >
          {failure}
        </Notice>
      )}
      {formId ? (
        <Button type="submit" form={formId} busy={isBusy} className="w-full flex-1">
          Continue to Payment
        </Button>
      ) : (
        <Button onClick={onPickTime} className="w-full flex-1">
          Pick a time
        </Button>
      )}
    </>
  );
}
