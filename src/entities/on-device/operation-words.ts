import { formatCents } from '@domain/money/money.ts';
import { formatStart } from '@domain/time/start-format.ts';
import type { VisitState } from '@contracts/visit-operations.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import type { Operation } from './operations-store.ts';

const methods: Readonly<Record<string, string>> = {
  cash: 'Cash',
  card: 'Card on site',
  e_transfer: 'E-transfer',
};

/** What was done, as a line of a list: "Cash $60.00, including a $10.00 tip". */
export function inWords({ kind, input }: Operation): string {
  switch (kind) {
    case 'done':
      return 'Visit marked as done';
    case 'no_show':
      return 'Visit marked as a no-show';
    case 'undo_mark':
      return 'Mark removed';
    case 'note':
      return 'Private note';
    case 'payment': {
      const tip = Number(input['tip_cents']);
      const amount = formatCents(Number(input['amount_cents']));
      const method = methods[String(input['method'])] ?? 'Payment';
      return `${method} ${amount}${tip > 0 ? `, including a ${formatCents(tip)} tip` : ''}`;
    }
  }
}

/** What happened at the server meanwhile, of an operation that it refused. */
export function whatHappened({ kind, refused }: Operation): string {
  if (!refused) return '';
  const { code, visit } = refused;
  if (code === 'visit_moved' && visit)
    return `The visit was moved to ${formatStart({ date: visit.booking_date, time: visit.booking_time })}.`;
  if (code === 'visit_marked_otherwise') return markedMeanwhile(visit);
  if (code === 'amount_too_large' && visit)
    return visit.due_cents > 0
      ? `Only ${formatCents(visit.due_cents)} is due now.`
      : 'The booking has been paid meanwhile.';
  if (code === 'note_changed') return 'Another session changed this note meanwhile.';
  if (code === 'administrators_only') return 'Your account may no longer do this.';
  if (code === 'booking_cancelled' && kind === 'payment')
    return 'The booking was cancelled meanwhile.';
  return failureSentence(new Error(code));
}

function markedMeanwhile(visit: VisitState | null): string {
  if (visit?.mark === 'done') return 'Another session marked this visit as done.';
  if (visit?.mark === 'no_show') return 'Another session marked this visit as a no-show.';
  return 'Another session removed the mark of this visit.';
}

/** A way to send a refused operation after all. */
export type Choice = { label: string; hint?: string; change: (operation: Operation) => Operation };

/** The choices besides discarding it. */
export function choicesOf({ kind, refused, input }: Operation): Choice[] {
  if (!refused) return [];
  const { code, visit } = refused;
  const again = (change: Partial<Operation>) => (operation: Operation) => {
    const { refused: _, ...rest } = operation;
    return { ...rest, ...change };
  };
  if (code === 'visit_moved' || code === 'visit_marked_otherwise')
    return [
      {
        label: kind === 'undo_mark' ? 'Remove mark' : 'Mark anyway',
        change: again({ basedOn: {} }),
      },
    ];
  if (code === 'amount_too_large')
    return [
      {
        label: 'Record anyway',
        hint: 'The extra is then listed under Payments, where you can refund it.',
        change: again({ input: { ...input, keeps_all: true } }),
      },
    ];
  if (code === 'booking_cancelled' && kind === 'payment')
    return [
      {
        label: 'Record anyway',
        hint: 'The whole amount is then listed under Payments, to refund or to keep.',
        change: again({ input: { ...input, keeps_all: true } }),
      },
    ];
  if (code === 'note_changed' && visit?.note) {
    const { text, version } = visit.note;
    const basedOn = { note_version: version };
    return [
      { label: 'Use mine', change: again({ basedOn }) },
      {
        label: 'Keep both',
        change: again({ basedOn, input: { text: `${text}\n\n${String(input['text'])}`.trim() } }),
      },
    ];
  }
  if (code === 'booking_cancelled' || code === 'booking_not_found') return [];
  return [{ label: 'Try again', change: again({}) }];
}
