import { expect, test } from 'vitest';
import { emptyDetails } from '@domain/booking/details.ts';
import { hasTyped, startDraft } from './booking-draft.ts';

const arrival = { serviceId: 'basic-wash', visit: 'one', vehicleType: 'sedan' } as const;
const stored = {
  ...arrival,
  vehicleType: 'suv',
  addOns: ['wax'],
  place: 'L7C 1A1',
  date: '2026-12-01',
  time: '09:00',
  hasPickedOutside: true,
  paymentOption: 'pay_full_online',
  details: { ...emptyDetails, name: 'Alex' },
};

test('a reload restores everything', () => {
  expect(startDraft(stored, arrival)).toEqual(stored);
});

test('arriving from Home again applies the vehicle chosen there', () => {
  const draft = startDraft(stored, { ...arrival, visit: 'two' });
  expect(draft.vehicleType).toBe('sedan');
  expect(draft.time).toBe('09:00');
});

test('add-ons stay on another visit to the same service, unless the link there chose some', () => {
  expect(startDraft(stored, { ...arrival, visit: 'two' }).addOns).toEqual(['wax']);
  expect(startDraft(stored, { ...arrival, visit: 'two', addOns: [] }).addOns).toEqual([]);
  expect(startDraft(stored, { ...arrival, addOns: ['clay'] }).addOns).toEqual(['wax']);
  expect(startDraft(stored, { ...arrival, serviceId: 'luxury-package' }).addOns).toEqual([]);
  expect(startDraft({ ...stored, addOns: [1, {}, 'clay'] }, arrival).addOns).toEqual(['clay']);
});

test('another service keeps the typed details, and the time as one that may not fit', () => {
  const draft = startDraft(stored, { ...arrival, serviceId: 'luxury-package' });
  expect(draft).toMatchObject({ date: '2026-12-01', time: '09:00', hasPickedOutside: false });
  expect(draft.isTimeOfOther).toBe(true);
  expect(draft.details.name).toBe('Alex');
});

test.each([null, 'text', 7, [], { date: 1, time: {}, details: 'none', paymentOption: 'free' }])(
  'an invalid stored draft (%j) starts an empty one',
  (old) => {
    const draft = startDraft(old, arrival);
    expect(draft).toMatchObject({ ...arrival, addOns: [], date: null, time: null });
    expect(draft.paymentOption).toBe('pay_deposit');
    expect(draft.details).toEqual(emptyDetails);
  },
);

test('only known text fields of a stored draft are read', () => {
  const details = { name: 5, city: 'Caledon', isAdmin: 'yes' };
  expect(startDraft({ details }, arrival).details).toEqual({ ...emptyDetails, city: 'Caledon' });
});

test('a form counts as changed if any field differs from the start', () => {
  expect(hasTyped(emptyDetails, false)).toBe(false);
  expect(hasTyped({ ...emptyDetails, tip: '5' }, false)).toBe(true);
});
