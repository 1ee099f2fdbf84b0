// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AtAddress } from '@/testing/at-address.tsx';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { PolicyScreen } from './policy-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const texts = 'GET /rest/v1/website_texts';

function open(body: unknown, status = 200) {
  const backend = startFakeBackend({ [texts]: { status, body } });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <AtAddress>
      <QueryClientProvider client={client}>
        <PolicyScreen name="cancellation" />
      </QueryClientProvider>
    </AtAddress>,
  );
  return backend;
}

test('shows the default wording with the rule of the business', async () => {
  const backend = open([{ body: null, revision: 0 }]);
  expect(screen.getByRole('heading', { level: 1, name: 'Cancellation policy' })).toBeTruthy();
  expect(await screen.findByText(/Cancel at least 24 hours before/)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: 'Refunds' })).toBeTruthy();
  expect(backend.sent(texts)[0]?.query.get('name')).toBe('eq.cancellation');
});

test('shows the wording of the owner as text, not as HTML', async () => {
  open([{ body: '## <b>Ours</b>\n\n- Call {{ phone }}', revision: 2 }]);
  expect(await screen.findByRole('heading', { level: 2, name: '<b>Ours</b>' })).toBeTruthy();
  expect(screen.getByRole('listitem').textContent).toBe('Call (905) 555-0142');
});

test('offers to try again when the text cannot be loaded', async () => {
  open({ message: 'away' }, 503);
  expect(await screen.findByText('We couldn’t load the cancellation policy.')).toBeTruthy();
});
