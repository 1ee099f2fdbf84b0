import { useState } from 'react';
import { FormPanel } from '@/components/form-panel.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import type { BookingPage, VisitChange } from '@contracts/owner-booking.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatDuration } from '@domain/time/time-format.ts';
import { moveFirstId, useVisitChange } from '../use-visit-change.ts';
import { visitEnd } from '../wanted-work.ts';
import { PhoneWork, VehicleChoice } from './phone-work.tsx';

type ChangeVisitFormProps = { page: BookingPage; onMove: () => void; onClose: () => void };

/** Changes what a booking was sold: vehicle class, service, add-ons and price. */
export function ChangeVisitForm({ page: current, onMove, onClose }: ChangeVisitFormProps) {
  // As the owner opened it: what another session changes meanwhile is not overwritten.
  const [page] = useState(current);
  const { booking } = page;
  const { chosen, price, preview, problem, question, isBusy, save } = useVisitChange(
    booking,
    onClose,
  );
  return (
    <>
      <FormPanel
        heading="Change visit"
        submitLabel="Save change"
        isBusy={isBusy}
        problem={problem}
        onSubmit={() => save(false)}
        onClose={onClose}
      >
        <VehicleChoice work={chosen} />
        <PhoneWork work={chosen} />
        <TextField
          label="Agreed price before tax (optional)"
          hint={preview.data && `Leave it empty for ${formatCents(preview.data.listPriceCents)}.`}
          error={price.error}
          inputMode="decimal"
          autoComplete="off"
          value={price.text}
          onChange={({ target }) => price.onText(target.value)}
        />
        <WhatChanges page={page} preview={preview} onMove={onMove} />
        <p className="text-sm text-ink-soft">
          {booking.customer_email
            ? `We email the changes to ${booking.customer_email}.`
            : 'There’s no email address. Please call the customer.'}
        </p>
      </FormPanel>
      <ConfirmDialog
        open={question.isAsked}
        onOpenChange={question.setIsAsked}
        title="Outside your opening hours"
        description={`The visit would take until ${visitEnd(booking, preview.data?.durationMinutes ?? 0)}. Change it anyway?`}
        confirmLabel="Change anyway"
        cancelLabel="Keep the visit"
        onConfirm={() => save(true)}
      />
    </>
  );
}

type WhatChangesProps = {
  page: BookingPage;
  preview: ReturnType<typeof useVisitChange>['preview'];
  onMove: () => void;
};

function WhatChanges({ page: { booking, money }, preview, onMove }: WhatChangesProps) {
  if (preview.error)
    return (
      <Notice tone="danger" role="alert">
        <p>{failureSentence(preview.error)}</p>
        <Button variant="secondary" className="mt-3" onClick={() => void preview.refetch()}>
          Try again
        </Button>
      </Notice>
    );
  if (!preview.data) return <Spinner label="Looking up the price" />;
  return (
    <>
      <ChangeSummary booking={booking} money={money} to={preview.data} />
      <Misfit booking={booking} to={preview.data} onMove={onMove} />
    </>
  );
}

type MisfitProps = { booking: BookingPage['booking']; to: VisitChange; onMove: () => void };

/** Why the changed visit doesn't fit its time. */
function Misfit({ booking, to, onMove }: MisfitProps) {
  const end = visitEnd(booking, to.durationMinutes);
  if (to.problem === null)
    return to.overlaps ? (
      <Notice>
        <p>This visit would take until {end}, after the crew’s next visit begins.</p>
      </Notice>
    ) : null;
  return to.problem === 'outside_hours' ? (
    <Notice>
      <p>The visit would take until {end}, outside your opening hours.</p>
    </Notice>
  ) : (
    <Notice tone="danger" role="alert">
      <p>
        The visit would take until {end}, and that time is booked or blocked. Move the booking
        first, or choose shorter work.
      </p>
      <Button id={moveFirstId} variant="secondary" className="mt-3" onClick={onMove}>
        Move booking
      </Button>
    </Notice>
  );
}

type ChangeSummaryProps = {
  booking: BookingPage['booking'];
  money: BookingPage['money'];
  to: VisitChange;
};

/** The money and the time of a visit, as they are and as they would be. */
function ChangeSummary({ booking, money, to }: ChangeSummaryProps) {
  return (
    <dl
      aria-live="polite"
      aria-label="What changes"
      className="grid gap-2 border-t border-hairline pt-4 tabular-nums"
    >
      <Amount label="Price" was={booking.price_cents} is={to.priceCents} />
      <Amount label="Discount" was={booking.discount_cents} is={to.discountCents} />
      <Amount label="Tax" was={booking.tax_cents} is={to.taxCents} />
      <Amount label="Total" was={booking.total_cents} is={to.totalCents} isSum />
      <Line
        label="Length"
        was={formatDuration(booking.duration_minutes)}
        is={formatDuration(to.durationMinutes)}
        more={`, until ${visitEnd(booking, to.durationMinutes)}`}
      />
      {to.overpaidCents > 0 ? (
        <Amount label="Overpaid" was={money.overpaid_cents} is={to.overpaidCents} isSum />
      ) : (
        <Line
          label="Left to pay"
          was={formatCents(money.due_on_site_cents)}
          is={formatCents(to.dueCents)}
          isSum
        />
      )}
    </dl>
  );
}

type AmountProps = { label: string; was: number; is: number; isSum?: boolean };

/** Nothing for an amount that is zero before and after. */
const Amount = ({ was, is, ...shown }: AmountProps) =>
  was === 0 && is === 0 ? null : <Line {...shown} was={formatCents(was)} is={formatCents(is)} />;

type LineProps = { label: string; was: string; is: string; more?: string; isSum?: boolean };

function Line({ label, was, is, more, isSum }: LineProps) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${isSum ? 'font-semibold' : ''}`}>
      <dt>{label}</dt>
      <dd>
        {was !== is && (
          <>
            <span className="text-ink-soft">{was}</span>
            <span aria-hidden="true"> → </span>
            <span className="sr-only"> becomes </span>
          </>
        )}
        {is}
        {more}
      </dd>
    </div>
  );
}
