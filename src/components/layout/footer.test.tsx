// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { business } from '@domain/business.ts';
import { Footer } from './footer.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('it tells what the business is, where it is, and the year', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-15T12:00:00Z') });
  render(<Footer />, { wrapper: MemoryRouter });
  const footer = screen.getByRole('contentinfo');
  expect(footer.textContent).toContain(business.description);
  expect(footer.textContent).toContain('Caledon, Ontario');
  expect(footer.textContent).toContain('© 2031 Lustre Mobile Detailing');
});
