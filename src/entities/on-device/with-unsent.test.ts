import { expect, test } from 'vitest';
import type { CarOfDay } from '@contracts/dashboard.ts';
import { addRefusals } from '@/lib/failure-sentence.ts';
import { ownersRefusals } from '@/lib/owners-refusals.ts';
import { choicesOf, inWords, whatHappened } from '@/lib/on-device/operation-words.ts';
import type { Operation } from '@/lib/on-device/operations-store.ts';
import { wordsOf } from './unsent-status.tsx';
import { carWithUnsent } from './with-unsent.ts';

addRefusals(ownersRefusals);

const car = {
  id: 'a',
  due_cents: 9999,
  done_at: null,
  no_show_at: null,
  note: 'Gate 4',
} as CarOfDay;

const operation = (change: Partial<Operation>): Operation => ({
  key: 'k',
  account: 'me',
  bookingId: 'a',
  kind: 'done',
  input: {},
  basedOn: {},
  visit: 'Ada Byron, 9:00 AM',
  madeAt: Date.parse('2026-12-01T15:00:00Z'),
  ...change,
});
const visit = {
  status: 'confirmed',
  booking_date: '2026-12-02',
  booking_time: '12:00',
  mark: 'no_show',
  due_cents: 0,
  note: { text: 'Theirs', version: 3 },
} as const;
const cash = operation({
  kind: 'payment',
  input: { method: 'cash', amount_cents: 6000, tip_cents: 1000 },
});

test('a visit is shown as it will be once everything is sent', () => {
  const operations = [
    operation({ kind: 'done' }),
    cash,
    operation({ kind: 'note', input: { text: 'Dog' } }),
    operation({ bookingId: 'b', kind: 'payment', input: { amount_cents: 100, tip_cents: 0 } }),
  ];
  expect(carWithUnsent(car, operations)).toMatchObject({
    done_at: '2026-12-01T15:00:00.000Z',
    due_cents: 4999,
    note: 'Dog',
  });
});

test('a mark that is removed again, or refused, is not shown', () => {
  const refused = { code: 'visit_moved', visit };
  expect(carWithUnsent(car, [operation({}), operation({ kind: 'undo_mark' })]).done_at).toBeNull();
  expect(carWithUnsent(car, [operation({ refused })]).done_at).toBeNull();
});

test.each([
  [
    'visit_moved',
    'done',
    'The visit was moved to Wednesday, December 2, 2026 at 12:00 PM.',
    ['Mark anyway'],
  ],
  [
    'visit_marked_otherwise',
    'done',
    'Another session marked this visit as a no-show.',
    ['Mark anyway'],
  ],
  ['amount_too_large', 'payment', 'The booking has since been paid.', ['Record anyway']],
  ['booking_cancelled', 'payment', 'The booking has since been cancelled.', ['Record anyway']],
  [
    'administrators_only',
    'payment',
    'Your account may no longer do this.',
    ['Hand over to the owner', 'Try again'],
  ],
  ['booking_cancelled', 'done', 'This booking has been cancelled.', []],
  ['note_changed', 'note', 'Another session has changed this note.', ['Use mine', 'Keep both']],
  ['too_early', 'no_show', 'You can record this once the appointment has started.', ['Try again']],
] as const)(
  'the refusal %s of "%s" says what happened, and offers what makes sense',
  (code, kind, said, labels) => {
    const refused = operation({ kind, refused: { code, visit } });
    expect(whatHappened(refused)).toBe(said);
    expect(choicesOf(refused).map(({ label }) => label)).toEqual(labels);
  },
);

test('both notes are kept with the version that was shown', () => {
  const refused = operation({
    kind: 'note',
    input: { text: 'Mine' },
    basedOn: { note_version: 1 },
    refused: { code: 'note_changed', visit },
  });
  const [mine, both] = choicesOf(refused).map(({ change }) => change(refused));
  expect(mine).toMatchObject({ input: { text: 'Mine' }, basedOn: { note_version: 3 } });
  expect(both).toMatchObject({ input: { text: 'Theirs\n\nMine' }, basedOn: { note_version: 3 } });
  expect(both).not.toHaveProperty('refused');
});

test('money that was received is recorded in full when asked', () => {
  const refused = operation({ ...cash, refused: { code: 'amount_too_large', visit } });
  expect(choicesOf(refused)[0]?.change(refused).input).toEqual({ ...cash.input, keeps_all: true });
  expect(inWords(cash)).toBe('Cash $60.00, including a $10.00 tip');
});

test.each([
  [2, 0, { isAway: true }, 'No connection · 2 things to send'],
  [1, 0, { isSending: true }, 'Sending…'],
  [1, 0, {}, '1 thing to send'],
  [0, 1, {}, '1 needs your decision'],
  [1, 2, { isAway: true }, 'No connection · 1 thing to send · 2 need your decision'],
  [0, 0, { isJustSent: true }, 'All sent'],
  [0, 0, {}, ''],
])('%d to send and %d refused (%j) reads "%s"', (waiting, refused, change, words) => {
  const operations = [
    ...Array.from({ length: waiting }, () => operation({})),
    ...Array.from({ length: refused }, () => operation({ refused: { code: 'x', visit: null } })),
  ];
  const none = { isAway: false, isSending: false, isJustSent: false };
  expect(wordsOf(operations, { ...none, ...change })).toBe(words);
});
