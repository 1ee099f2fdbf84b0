import { formatCents } from '@domain/money/money.ts';
import { formatStart } from '@domain/time/start-format.ts';
import type { VisitState } from '@contracts/visit-operations.ts';
import type { WorkPhotoKind } from '@contracts/visit-work.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import type { Operation } from './operations-store.ts';

const methods: Readonly<Record<string, string>> = {
  cash: 'Cash',
  card: 'Card on site',
  e_transfer: 'E-transfer',
};

/** What a photo of the work is called. */
export const photoNames: Readonly<Record<WorkPhotoKind, string>> = {
  before: 'Before photo',
  after: 'After photo',
  condition: 'Condition photo',
};

/** What was done, as a line of a list: "Cash $60.00, including a $10.00 tip". */
export function inWords({ kind, input }: Operation): string {
  switch (kind) {
    case 'done':
      return 'Visit marked as done';
    case 'no_show':
      return 'Visit marked as a no-show';
    case 'undo_mark':
      return 'Visit mark undone';
    case 'note':
      return 'Private note';
    case 'photo':
      return photoNames[input['photo_kind'] as WorkPhotoKind];
    case 'tick':
      return `${input['is_ticked'] === true ? 'Ticked' : 'Tick removed'}: ${String(input['item'])}`;
    case 'payment': {
      const tip = Number(input['tip_cents']);
      const amount = formatCents(Number(input['amount_cents']));
      const method = methods[String(input['method'])] ?? 'Payment';
      return `${method} ${amount}${tip > 0 ? `, including a ${formatCents(tip)} tip` : ''}`;
    }
  }
}

/** What happened at the server meanwhile, of an operation that it refused. */
export function whatHappened({ kind, refused }: Pick<Operation, 'kind' | 'refused'>): string {
  if (!refused) return '';
  const { code, visit } = refused;
  if (code === 'visit_moved' && visit)
    return `The visit was moved to ${formatStart({ date: visit.booking_date, time: visit.booking_time })}.`;
  if (code === 'visit_marked_otherwise') return markedMeanwhile(visit);
  if (code === 'amount_too_large' && visit)
    return visit.due_cents > 0
      ? `Only ${formatCents(visit.due_cents)} is due now.`
      : 'The booking has since been paid.';
  if (code === 'note_changed') return 'Another session has changed this note.';
  if (kind === 'photo' && code in ofPhotos) return ofPhotos[code] ?? '';
  if (code === 'administrators_only') return 'Your account may no longer do this.';
  if (code === 'booking_cancelled' && kind === 'payment')
    return 'The booking has since been cancelled.';
  return failureSentence(new Error(code));
}

const ofPhotos: Readonly<Record<string, string>> = {
  too_many_photos: 'The visit already has 12 of these photos. Remove one there, then try again.',
  photo_removed: 'This photo has since been removed.',
  photo_lost: 'The photo is no longer on this device.',
  booking_cancelled: 'The booking has since been cancelled.',
  booking_not_found: 'This visit no longer exists.',
  not_allowed: 'The server didn’t accept this photo.',
};

function markedMeanwhile(visit: VisitState | null): string {
  if (visit?.mark === 'done') return 'Another session marked this visit as done.';
  if (visit?.mark === 'no_show') return 'Another session marked this visit as a no-show.';
  return 'Another session removed the mark of this visit.';
}

/** A way to send a refused operation after all. */
export type Choice = { label: string; hint?: string; change: (operation: Operation) => Operation };

/** What another try would change nothing about. */
const endings = new Set(['booking_cancelled', 'booking_not_found', 'unknown_item', 'photo_lost']);

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
  if (code === 'photo_removed')
    return [
      // Under another key it is another photo.
      { label: 'Add again', change: (one) => ({ ...again({})(one), key: crypto.randomUUID() }) },
    ];
  if (code === 'administrators_only' && kind === 'payment')
    return [
      {
        label: 'Hand over to the owner',
        hint: 'If the visit is no longer your crew’s, the owner gets the amount as a note and records it.',
        change: again({ isHandedOver: true }),
      },
      { label: 'Try again', change: again({}) },
    ];
  if (endings.has(code)) return [];
  return [{ label: 'Try again', change: again({}) }];
}
