import { useDeferredValue, useEffect, useId } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Service, VehicleType } from '@domain/booking/catalogue.ts';
import { formatCents } from '@domain/money/money.ts';
import type { Quote } from '@domain/money/pricing.ts';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Step } from '@/components/step.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { appConfig } from '@/config/env.ts';
import { afterPaint } from '@/lib/after-paint.ts';
import { savesData } from '@/lib/saves-data.ts';
import { hasTyped } from '../booking-draft.ts';
import { detailsStepQuery } from '../api/details-step.ts';
import { configuredPage } from '../external/scheduling-page.ts';
import { prefetchFlow } from '../prefetch-flow.ts';
import { useBookingFlow } from '../use-booking-flow.ts';
import { BookingSummary } from './booking-summary.tsx';
import { TimeStep, type WaitingList } from './time-step.tsx';

type BookingFlowProps = {
  service: Service;
  vehicleType: VehicleType;
  visit: string;
  waitingList?: WaitingList | undefined;
};

/** Pick a time, then fill in the details, with the price in sight all along. */
export function BookingFlow({ service, vehicleType, visit, waitingList }: BookingFlowProps) {
  const flow = useBookingFlow(service, { vehicleType, visit });
  const formId = useId();
  const { draft, time } = flow;
  const page = configuredPage(appConfig.schedulingPages, service.id);
  const isOutside = page !== undefined && !draft.hasPickedOutside;
  // Once the customer has typed something, it stays visible even when the time is lost. The form is large: the time
  // that brings it shows first.
  const hasDetails = useDeferredValue(
    !isOutside && (time.chosen !== null || hasTyped(draft.details)),
  );
  const details = useQuery({ ...detailsStepQuery, enabled: hasDetails });
  usePrefetchedDetails(service);

  return (
    <div className="clears-price-bar grid items-start gap-x-10 lg:grid-cols-[minmax(0,1fr)_min(21rem,33vw)] xl:gap-x-16">
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
        <TotalBar price={flow.price} />
      </div>
      <div className="lg:sticky lg:top-8">
        <BookingSummary
          service={service}
          vehicleType={draft.vehicleType}
          chosen={time.chosen}
          price={flow.price}
        >
          {flow.failure && (
            <Notice tone="danger" role="alert" title="Your booking isn’t made yet" className="mb-5">
              {flow.failure}
            </Notice>
          )}
          {hasDetails ? (
            <Button
              type="submit"
              form={formId}
              busy={flow.isBusy || !details.data}
              className="w-full"
            >
              Continue to Payment
            </Button>
          ) : (
            <p className="text-mist">Pick a time to continue. Nothing is charged yet.</p>
          )}
        </BookingSummary>
      </div>
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
  query: { isFetching: boolean; isError: boolean; refetch: () => Promise<{ isError: boolean }> };
};

function DetailsNotLoaded({ query }: DetailsNotLoadedProps) {
  if (!query.isError) return <Spinner />;
  const retry = async () => {
    // A new version of the app may have replaced the file. The draft survives the reload.
    if ((await query.refetch()).isError) location.reload();
  };
  return (
    <CouldNotFetch
      title="We couldn’t load this form."
      isBusy={query.isFetching}
      onRetry={() => void retry()}
    />
  );
}

/** Keeps the price visible on a phone; ends as the head of the summary, which repeats it. */
function TotalBar({ price }: { price: Quote }) {
  return (
    <div
      aria-hidden="true"
      data-keep-clear=""
      className="on-lacquer sticky bottom-0 z-10 -mx-5 flex items-baseline justify-between gap-4 border-b border-ivory/20 px-5 py-4 tabular-nums sm:-mx-8 sm:px-8 lg:hidden"
    >
      <span>
        Total <strong className="font-semibold">{formatCents(price.totalCents)}</strong>
      </span>
      <span>
        Due now{' '}
        <strong className="font-semibold text-citrine">{formatCents(price.dueNowCents)}</strong>
      </span>
    </div>
  );
}
