// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { AtAddress } from '@/testing/at-address.tsx';
import { afterEach, expect, test, vi } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { Footer } from './footer.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('shows the business, its address and the year [S1.25]', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-15T12:00:00Z') });
  render(<Footer />, { wrapper: AtAddress });
  const footer = screen.getByRole('contentinfo');
  expect(footer.textContent).toContain(defaultBusiness.facts.description);
  expect(footer.textContent).toContain('Caledon, Ontario');
  expect(footer.textContent).toContain('© 2031 Lustre Mobile Detailing');
});

test('hydrates a page rendered last year without a warning, then shows this year', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-12-30T12:00:00Z') });
  const page = document.body.appendChild(document.createElement('div'));
  const app = (
    <AtAddress>
      <Footer />
    </AtAddress>
  );
  vi.stubGlobal('document', undefined);
  const html = renderToString(app);
  vi.unstubAllGlobals();
  page.innerHTML = html;
  expect(page.textContent).toContain('© 2030 Lustre');
  vi.setSystemTime(new Date('2031-01-02T12:00:00Z'));
  const complaints: unknown[] = [];
  const root = await act(() =>
    Promise.resolve(hydrateRoot(page, app, { onRecoverableError: (one) => complaints.push(one) })),
  );
  expect(page.textContent).toContain('© 2031 Lustre');
  expect(complaints).toEqual([]);
  act(() => root.unmount());
  page.remove();
});

test('leads to the policies', () => {
  render(<Footer />, { wrapper: AtAddress });
  const links = within(screen.getByRole('navigation', { name: 'Policies' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Privacy', '/privacy'],
    ['Terms', '/terms'],
    ['Cancellation', '/cancellation'],
  ]);
});
