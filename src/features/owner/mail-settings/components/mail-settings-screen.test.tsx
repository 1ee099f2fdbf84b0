// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import type { MailSetting, SettingChange } from '../api/mail-settings.ts';
import MailSettingsScreen from './mail-settings-screen.tsx';

const get = 'GET /rest/v1/mail_settings';
const change = 'PATCH /rest/v1/mail_settings';

const setting = (type: string, changes: Partial<MailSetting> = {}): MailSetting => ({
  template_type: type,
  is_on: true,
  wait_hours: null,
  send_at: null,
  most: 1,
  ...changes,
});

const settings = [
  setting('booking_reminder', { send_at: '17:00:00' }),
  setting('receipt'),
  setting('review_request', { wait_hours: 24 }),
  setting('something_new'),
];

let backend: ReturnType<typeof startFakeBackend>;
beforeEach(() => {
  signIn({ isAdmin: true });
  backend = startFakeBackend({
    [get]: { body: settings },
    'GET /rest/v1/email_templates': {
      body: [
        { id: 'old', template_type: 'receipt' },
        { id: 'latest', template_type: 'receipt' },
      ],
    },
    [change]: ({ query, body }) => {
      const type = query.get('template_type')?.replace('eq.', '');
      const known = settings.find((one) => one.template_type === type);
      return { body: { ...known, ...(body as SettingChange) } };
    },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

const open = () => renderScreen(<MailSettingsScreen />, { path: '/admin/mail' });
const card = (name: string) => screen.findByRole('region', { name });
const save = async (name: string) =>
  userEvent.click(within(await card(name)).getByRole('button', { name: 'Save' }));
const changes = () => backend.sent(change).map(({ body }) => body);

test('lists every optional email, even one without a description', async () => {
  open();
  await card('Reminder');
  expect(screen.getAllByRole('switch').map((one) => one.getAttribute('aria-checked'))).toEqual(
    Array(4).fill('true'),
  );
  expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
    'Reminder',
    'Review request',
    'Receipt',
    'Something new',
  ]);
});

test('switches an email off and on with a click each', async () => {
  open();
  const lever = within(await card('Receipt')).getByRole('switch', { name: 'Receipt' });
  await userEvent.click(lever);
  await expectToast('Saved', '“Receipt” is switched off.');
  expect(lever.getAttribute('aria-checked')).toBe('false');
  await userEvent.click(lever);
  await expectToast('Saved', '“Receipt” is switched on.');
  expect(changes()).toEqual([{ is_on: false }, { is_on: true }]);
});

test('leaves a switch unchanged when it fails, and says so', async () => {
  backend.answers[change] = { status: 500, body: { message: 'The server is away.' } };
  open();
  const lever = within(await card('Receipt')).getByRole('switch');
  await userEvent.click(lever);
  expect(await screen.findByText('The server is away.', { selector: 'div' })).toBeTruthy();
  expect(lever.getAttribute('aria-checked')).toBe('true');
});

test('saves the hour of the reminder as local time', async () => {
  open();
  const time = within(await card('Reminder')).getByLabelText('Time of day');
  await userEvent.clear(time);
  await userEvent.type(time, '08:30');
  await save('Reminder');
  await expectToast('Saved', 'The settings for “Reminder” are saved.');
  expect(changes()).toEqual([{ send_at: '08:30' }]);
});

test('validates and saves hours and count of the review request together', async () => {
  open();
  const section = within(await card('Review request'));
  const hours = section.getByLabelText<HTMLInputElement>('Hours after the visit');
  await userEvent.clear(hours);
  await userEvent.type(hours, '9999');
  await save('Review request');
  expect(await section.findByText('Please enter whole hours, from 0 to 336.')).toBeTruthy();
  expect(hours.value).toBe('9999');
  expect(changes()).toEqual([]);
  await userEvent.clear(hours);
  await userEvent.type(hours, '48');
  await userEvent.selectOptions(section.getByLabelText('Limit'), '2');
  await save('Review request');
  await expectToast('Saved', 'The settings for “Review request” are saved.');
  expect(changes()).toEqual([{ wait_hours: 48, most: 2 }]);
});

test('shows values saved in another session where nothing was typed', async () => {
  open();
  const section = within(await card('Review request'));
  const hours = section.getByLabelText<HTMLInputElement>('Hours after the visit');
  const most = section.getByLabelText<HTMLSelectElement>('Limit');
  await userEvent.selectOptions(most, '2');
  backend.answers[get] = { body: [setting('review_request', { wait_hours: 48, most: 3 })] };
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(hours.value).toBe('48'));
  expect(most.value).toBe('2');
  await save('Review request');
  await expectToast('Saved', 'The settings for “Review request” are saved.');
  expect(changes()).toEqual([{ most: 2 }]);
});

test('links to the template in use', async () => {
  open();
  const link = within(await card('Receipt')).getByRole('link', { name: /Edit text/ });
  expect(link.getAttribute('href')).toBe('/admin/templates/latest');
});

test('can reload settings that could not be loaded', async () => {
  backend.answers[get] = { status: 500, body: { message: 'down' } };
  open();
  expect(await screen.findByText('Could not load the automatic emails.')).toBeTruthy();
  backend.answers[get] = { body: settings };
  await press('Try again');
  expect(await card('Reminder')).toBeTruthy();
});
