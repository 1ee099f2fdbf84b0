import type { Finding } from '@contracts/findings.ts';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { TextAreaField } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { asksAboutDispute } from '@/entities/dispute/asks-about-dispute.ts';
import { firstRefundMethod, RefundMethodField } from '@/entities/visit/refund-method-field.tsx';
import type { OnSiteMethod } from '@domain/money/payment-methods.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import type { MendRequest } from '../api/findings.ts';
import type { Resolution } from '../resolutions.ts';
import { useResolve } from '../use-resolve.ts';
import { BookingChoice } from './booking-choice.tsx';

type MendDialogProps = {
  finding: Finding;
  mend: Resolution;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
};

/** The question before a finding is mended, with what has to be said for it. */
export function ResolveDialog({ finding, mend, onClose, focusAfter }: MendDialogProps) {
  const mending = useResolve(finding, onClose);
  const [note, setNote] = useState('');
  const [method, setMethod] = useState(() => firstRefundMethod(finding.refund?.method ?? 'online'));
  const [bookingId, setBookingId] = useState<string | null>(null);
  const [missing, setMissing] = useState<string>();
  const confirm = () => {
    const request = requestOf(mend, {
      note,
      method,
      bookingId,
      anyway: asksAboutDispute(mending.error),
    });
    if (request) mending.mutate(request);
    else {
      setMissing(
        mend.action === 'attach'
          ? 'Please choose a booking first.'
          : 'Please enter what was agreed or done.',
      );
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={mend.title}
      description={mend.question}
      confirmLabel={mend.confirm}
      cancelLabel="Not now"
      variant={mend.isDanger ? 'danger' : 'primary'}
      busy={mending.isPending}
      onConfirm={confirm}
      focusAfter={focusAfter}
    >
      {mend.action === 'attach' && (
        <BookingChoice
          email={finding.facts.email ?? ''}
          chosen={bookingId}
          error={missing}
          onChoose={setBookingId}
        />
      )}
      {mend.action === 'given_back' && <RefundMethodField value={method} onChange={setMethod} />}
      {needsNote(mend) && (
        <TextAreaField
          label="Note"
          error={missing}
          hint="The note is kept in the history."
          required
          rows={3}
          maxLength={1000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      )}
      <Problem className="mt-4">{mending.error && failureSentence(mending.error)}</Problem>
    </ConfirmDialog>
  );
}

const needsNote = ({ action }: Resolution) => action === 'accept' || action === 'given_back';

type Answers = {
  note: string;
  method: OnSiteMethod;
  bookingId: string | null;
  anyway: boolean;
};

/** Null while something is missing. */
function requestOf(
  { action }: Resolution,
  { note, method, bookingId, anyway }: Answers,
): MendRequest | null {
  switch (action) {
    case 'attach':
      return bookingId ? { action, bookingId } : null;
    case 'accept':
      return note.trim().length < 3 ? null : { action, note: note.trim() };
    case 'given_back':
      return note.trim().length < 3 ? null : { action, note: note.trim(), method };
    case 'ask_again':
    case 'record':
      return { action };
    case 'refund':
    case 'retry_refund':
      return anyway ? { action, anyway } : { action };
  }
}
