// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { setBusiness } from '@/lib/business.ts';
import { PaymentChoice } from './payment-choice.tsx';

afterEach(() => {
  cleanup();
  setBusiness(defaultBusiness);
});

const notesWithTax = (coversOnSite: boolean) => {
  setBusiness({ ...defaultBusiness, tax: { ...defaultBusiness.tax, coversOnSite } });
  render(<PaymentChoice chosen="pay_deposit" onChange={() => undefined} />);
  return screen.getAllByText(/GST \(5%\) is added\.$/).length;
};

test('names the tax at each way to pay that carries it', () => {
  expect(notesWithTax(false)).toBe(1);
  cleanup();
  expect(notesWithTax(true)).toBe(2);
});
