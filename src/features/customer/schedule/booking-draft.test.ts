import { expect, test } from 'vitest';
import { emptyDetails } from '@domain/booking/details.ts';
import { hasTyped, startDraft } from './booking-draft.ts';

const arrival = { serviceId: 'basic-wash', visit: 'one', vehicleType: 'sedan' } as const;
const stored = {
  ...arrival,
  vehicleType: 'suv',
  date: '2026-12-01',
  time: '09:00',
  hasPickedOutside: true,
  paymentOption: 'pay_full_online',
  details: { ...emptyDetails, fullName: 'Alex' },
};

test('a reload finds everything as it was left', () => {
  expect(startDraft(stored, arrival)).toEqual(stored);
});

test('coming again from Home takes the vehicle chosen there', () => {
  const draft = startDraft(stored, { ...arrival, visit: 'two' });
  expect(draft.vehicleType).toBe('sedan');
  expect(draft.time).toBe('09:00');
});

test('another service takes over what was typed, but not the time', () => {
  const draft = startDraft(stored, { ...arrival, serviceId: 'luxury-package' });
  expect(draft).toMatchObject({ date: null, time: null, hasPickedOutside: false });
  expect(draft.details.fullName).toBe('Alex');
});

test.each([null, 'text', 7, [], { date: 1, time: {}, details: 'none', paymentOption: 'free' }])(
  'what is no draft (%j) starts an empty one',
  (old) => {
    const draft = startDraft(old, arrival);
    expect(draft).toMatchObject({ ...arrival, date: null, time: null });
    expect(draft.paymentOption).toBe('pay_deposit');
    expect(draft.details).toEqual(emptyDetails);
  },
);

test('only known fields of a stored draft are read, and only texts', () => {
  const details = { fullName: 5, city: 'Caledon', isAdmin: 'yes' };
  expect(startDraft({ details }, arrival).details).toEqual({ ...emptyDetails, city: 'Caledon' });
});

test('a form is touched by any field that differs from the start', () => {
  expect(hasTyped(emptyDetails)).toBe(false);
  expect(hasTyped({ ...emptyDetails, tip: '5' })).toBe(true);
});
