// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { setBusiness } from '@/lib/business.ts';
import { PaymentChoice } from './payment-choice.tsx';

afterEach(() => {
  cleanup();
  setBusiness(defaultBusiness);
});

const notesWithTax = (coversOnSite: boolean) => {
  setBusiness({ ...defaultBusiness, tax: { ...defaultBusiness.tax, coversOnSite } });
  render(<PaymentChoice start={null} chosen="pay_deposit" onChange={() => undefined} />);
  return screen.getAllByText(/GST \(5%\) is added\.$/).length;
};

test('names the tax at each way to pay that carries it', () => {
  expect(notesWithTax(false)).toBe(1);
  cleanup();
  expect(notesWithTax(true)).toBe(2);
});

test('says before paying that the deposit of a near appointment is kept', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T15:00:00Z') });
  const noteFor = (time: string) => {
    cleanup();
    const start = { date: '2026-12-02', time };
    render(<PaymentChoice start={start} chosen="pay_deposit" onChange={() => undefined} />);
    return screen.queryByText(/not refundable/)?.textContent;
  };
  expect(noteFor('09:59')).toBe(
    'The $20 deposit is not refundable, because your appointment is less than 24 hours away.',
  );
  expect(screen.queryByText(/is fully refundable/)).toBeNull();
  expect(noteFor('10:00')).toBeUndefined();
  expect(screen.getByText(/is fully refundable/)).toBeTruthy();
  vi.useRealTimers();
});

test('does not say that a deposit is required to customers who pay in full', () => {
  render(<PaymentChoice start={null} chosen="pay_full_online" onChange={() => undefined} />);
  expect(screen.queryByText(/deposit is required/)).toBeNull();
  expect(
    screen.getByText(
      /and we refund everything you paid\. After that, we keep the \$20\.00 deposit\.$/,
    ),
  ).toBeTruthy();
});
