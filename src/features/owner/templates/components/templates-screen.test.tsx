// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { toasts } from '@/lib/toast.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { get, startTemplateBackend } from '../testing/template-backend.ts';
import TemplatesScreen from './templates-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => renderScreen(<TemplatesScreen />, { path: '/admin/templates' });

test('lists every template with its kind, its last edit, and which one of its kind is in use [S7.50]', async () => {
  const backend = startTemplateBackend();
  open();
  const list = await screen.findByRole('list', { name: 'Email templates' });
  const rows = within(list)
    .getAllByRole('link')
    .map((row) => [row.getAttribute('href'), row.textContent]);
  expect(rows).toEqual([
    [
      '/admin/templates/6c1f4b9e-0000-4000-8000-000000000001',
      expect.stringMatching(/^Warm words.*Nov 20, 2026.*In use$/),
    ],
    [
      '/admin/templates/6c1f4b9e-0000-4000-8000-000000000002',
      expect.stringMatching(/^First words.*Nov 1, 2026.*Not in use$/),
    ],
    [
      '/admin/templates/6c1f4b9e-0000-4000-8000-000000000003',
      expect.stringMatching(/^Cancelled.*Booking cancellation.*In use$/),
    ],
  ]);
  expect(backend.sent(get)[0]?.query.get('select')).toBe('*');
  expect(backend.sent(get)[0]?.headers.get('authorization')).toBe('Bearer a token');
});

test('shows a toast when templates cannot be loaded, and can retry [S8.45]', async () => {
  const backend = startTemplateBackend();
  const answer = backend.answers[get];
  backend.answers[get] = { status: 500, body: { message: 'Out of order' } };
  open();
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Error',
      description: 'Could not fetch email templates.',
      variant: 'destructive',
    }),
  );
  if (answer) backend.answers[get] = answer;
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /Warm words/ })).toBeTruthy();
});

test('says that there are no templates, and offers a new one', async () => {
  startTemplateBackend().answers[get] = { body: [] };
  open();
  expect(await screen.findByText('No templates yet.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New Template' }).getAttribute('href')).toBe(
    '/admin/templates/new',
  );
});
