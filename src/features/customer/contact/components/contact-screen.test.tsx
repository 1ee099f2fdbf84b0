// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { AtAddress } from '@/testing/at-address.tsx';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { inquiryState } from '@/entities/inquiry/inquiry-draft.ts';
import { setSession } from '@/lib/session.ts';
import { navigate } from '@/lib/location.tsx';
import { toasts } from '@/lib/toast.ts';
import { signIn } from '@/testing/sign-in.ts';
import { ContactScreen } from './contact-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

/** The backend as the browser sees it: it keeps inquiries until it is told to fail. */
function startInbox(
  answer: () => Response | Promise<Response> = () => new Response(null, { status: 201 }),
) {
  const inbox = {
    received: [] as { path: string; prefer: string | null; body: unknown }[],
    answer,
  };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    inbox.received.push({
      path: new URL(request.url).pathname,
      prefer: request.headers.get('prefer'),
      body: await request.json(),
    });
    return inbox.answer();
  });
  return inbox;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const send = () => screen.getByRole('button', { name: 'Send Inquiry' });

const open = (state?: unknown) =>
  render(
    <AtAddress path="/contact" state={state}>
      <ContactScreen />
    </AtAddress>,
  );

async function write(text: Partial<Record<string, string>> = {}) {
  open();
  const user = userEvent.setup();
  const typed = {
    'Full Name': ' Alex  Roy ',
    'Email Address': 'Alex@Example.com',
    Subject: 'Engine bay',
    Message: 'Is it included?',
    ...text,
  };
  for (const [label, value] of Object.entries(typed)) {
    await user.click(field(label));
    await user.paste(value);
  }
  return user;
}

test('requires name, address, subject and message, and offers an optional booking ID', () => {
  open();
  for (const label of ['Full Name', 'Email Address', 'Subject', 'Message']) {
    expect(field(label).getAttribute('aria-required'), label).toBe('true');
  }
  const booking = screen.getByLabelText<HTMLInputElement>('Booking ID (optional)');
  expect(booking.getAttribute('aria-required')).toBeNull();
  expect(booking.placeholder, 'a UUID').toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Message/).rows).toBe(5);
  expect(field('Email Address').type).toBe('email');
  expect(send()).toBeTruthy();
});

test.each(['Full Name', 'Email Address', 'Subject', 'Message'])(
  'without %s sends nothing, and the toast says what to do',
  async (label) => {
    const inbox = startInbox();
    const user = await write({ [label]: '' });
    await user.click(send());
    await waitFor(() => expect(field(label).getAttribute('aria-invalid')).toBe('true'));
    expect(toasts.current()).toMatchObject({
      title: 'Missing Fields',
      description: 'Please fill out all required fields.',
    });
    expect(inbox.received).toEqual([]);
  },
);

test('sends an inquiry normalised, without a booking, and then clears the form [S3.14, S5.3, S7.43, S8.22, S8.23]', async () => {
  const inbox = startInbox();
  const user = await write();
  await user.click(send());
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Inquiry Sent!',
      description: 'Thank you for reaching out. We will get back to you shortly.',
      variant: 'default',
    }),
  );
  expect(inbox.received).toEqual([
    {
      path: '/rest/v1/inquiries',
      prefer: null,
      body: {
        name: 'Alex Roy',
        email: 'alex@example.com',
        subject: 'Engine bay',
        message: 'Is it included?',
        booking_id: null,
      },
    },
  ]);
  expect(field('Message').value).toBe('');
  expect(field('Full Name').value).toBe('');
  expect(screen.getByText('Inquiry Sent!'), 'it also stays in the page').toBeTruthy();
});

test('has five fields, with the required ones marked [S2.40, S2.41, S2.42, S9.34]', async () => {
  await write();
  const labels = Array.from(document.querySelectorAll('label'), (label) => label.textContent);
  expect(labels).toEqual([
    'Full Name *',
    'Email Address *',
    'Booking ID (optional)',
    'Subject *',
    'Message *',
  ]);
  expect(field('Booking ID').placeholder).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(field('Message').getAttribute('rows')).toBe('5');
});

test.each(['Full Name', 'Email Address', 'Subject', 'Message'])(
  'without %s is not sent [S5.1]',
  async (label) => {
    const inbox = startInbox();
    const user = await write({ [label]: '   ' });
    await user.click(send());
    await waitFor(() => expect(document.activeElement).toBe(field(label)));
    expect(toasts.current()?.title).toBe('Missing Fields');
    expect(inbox.received).toEqual([]);
  },
);

test('sends the booking ID with the inquiry [S3.14]', async () => {
  const inbox = startInbox();
  const bookingId = '3f8a6e9c-0000-4000-8000-000000000001';
  const user = await write({ 'Booking ID': ` ${bookingId.toUpperCase()} ` });
  await user.click(send());
  await waitFor(() => expect(inbox.received).toHaveLength(1));
  expect(inbox.received[0]?.body).toMatchObject({ booking_id: bookingId });
});

test('sends the id of the booking with that number and email address', async () => {
  const bookingId = '3f8a6e9c-0000-4000-8000-000000000001';
  const inbox = startInbox(() => Response.json(bookingId));
  const user = await write({ 'Booking ID': '7KQ4-M2XB' });
  await user.click(send());
  await waitFor(() => expect(inbox.received).toHaveLength(2));
  expect(inbox.received.map(({ body }) => body)).toMatchObject([
    { number: '7kq4-m2xb', email: 'alex@example.com' },
    { booking_id: bookingId },
  ]);
});

test('sends nothing for a booking number of another email address, and says so at the field', async () => {
  const inbox = startInbox(() => Response.json(null));
  const user = await write({ 'Booking ID': '7KQ4-M2XB' });
  await user.click(send());
  expect(await screen.findByText(/No booking has this number and your email address/)).toBeTruthy();
  expect(document.activeElement).toBe(field('Booking ID'));
  expect(inbox.received.map(({ path }) => path)).toEqual(['/rest/v1/rpc/booking_of_number']);
});

test('does not send without a required field, names it and focuses it [S5.5, S8.1, S8.20]', async () => {
  const inbox = startInbox();
  const user = await write({ Subject: '' });
  await user.click(send());
  expect(await screen.findByText('Please enter a subject.')).toBeTruthy();
  expect(toasts.current()).toMatchObject({
    title: 'Missing Fields',
    description: 'Please fill out all required fields.',
    variant: 'destructive',
  });
  expect(document.activeElement).toBe(field('Subject'));
  expect(inbox.received).toEqual([]);
});

test('refuses an invalid address at its field [S5.2]', async () => {
  const inbox = startInbox();
  const user = await write({ 'Email Address': 'alex@nowhere' });
  await user.click(send());
  expect(await screen.findByText(/complete email address/)).toBeTruthy();
  expect(field('Email Address').getAttribute('aria-invalid')).toBe('true');
  expect(inbox.received).toEqual([]);
});

test('keeps every word after a failure, and a retry can succeed [S8.21]', async () => {
  const inbox = startInbox(() => Promise.reject(new TypeError('Failed to fetch')));
  const user = await write();
  await user.click(send());
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Submission Failed',
      description: 'Could not send your inquiry. Please try again.',
      variant: 'destructive',
    }),
  );
  expect(field('Message').value).toBe('Is it included?');
  inbox.answer = () => new Response(null, { status: 201 });
  await user.click(send());
  await waitFor(() => expect(toasts.current()?.title).toBe('Inquiry Sent!'));
});

test("shows the backend's refusal like any failure, and keeps every word", async () => {
  startInbox(() => Response.json({ code: '23514', message: 'violates' }, { status: 400 }));
  const user = await write();
  await user.click(send());
  await waitFor(() => expect(toasts.current()?.title).toBe('Submission Failed'));
  expect(toasts.current()?.description).toBe('Could not send your inquiry. Please try again.');
  expect(field('Full Name').value).toBe(' Alex  Roy ');
  expect(field('Message').value).toBe('Is it included?');
});

test('asks senders of too many inquiries in an hour to call', async () => {
  startInbox(() =>
    Response.json({ code: 'PT429', message: 'too_many_inquiries' }, { status: 429 }),
  );
  const user = await write();
  await user.click(send());
  await waitFor(() => expect(toasts.current()?.description).toContain(defaultBusiness.facts.phone));
  expect(toasts.current()?.title).toBe('Submission Failed');
  expect(screen.queryByText(/Please call us at/), 'and not in the page as well').toBeNull();
  expect(field('Message').value).toBe('Is it included?');
});

test("fills in a signed-in customer's address, which can be changed", async () => {
  signIn({ user: { id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10', email: 'own@example.com' } });
  open();
  expect(field('Email Address').value).toBe('own@example.com');
  const user = userEvent.setup();
  await user.clear(field('Email Address'));
  await user.type(field('Email Address'), 'other@example.com');
  expect(field('Email Address').value).toBe('other@example.com');
});

describe('Opened from another screen', () => {
  const inquiry = {
    name: 'Alex Tremblay',
    email: 'alex@example.com',
    subject: 'Do you come to L9W 2X1?',
    message: 'Hello,\n\nI would like to book.',
  };

  test('the form is filled in, sent unchanged, and cleared', async () => {
    const inbox = startInbox();
    open(inquiryState(inquiry));
    expect(field('Full Name').value).toBe('Alex Tremblay');
    expect(field('Message').value).toBe('Hello,\n\nI would like to book.');
    await userEvent.setup().click(send());
    await screen.findByText('Inquiry Sent!');
    expect(inbox.received[0]?.body).toEqual({ ...inquiry, booking_id: null });
    for (const label of ['Full Name', 'Email Address', 'Subject', 'Message']) {
      expect(field(label).value, label).toBe('');
    }
  });

  test('a question from the chat fills an empty message on the open page, and leaves a typed one', () => {
    const lead = (message: string) =>
      act(() => navigate('/contact', { state: inquiryState({ message }), replace: true }));
    open();
    lead('Can my nephew get a job?');
    expect(field('Message').value).toBe('Can my nephew get a job?');
    lead('Do you sell tires?');
    expect(field('Message').value).toBe('Can my nephew get a job?');
  });

  test("the given address replaces the account's", () => {
    signIn({ user: { id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10', email: 'own@example.com' } });
    open(inquiryState(inquiry));
    expect(field('Email Address').value).toBe('alex@example.com');
  });

  test.each([null, 'text', { inquiry: 7 }, { inquiry: { name: 5, message: {} } }])(
    'the form is empty with %j',
    (state) => {
      open(state);
      expect(field('Full Name').value).toBe('');
      expect(field('Message').value).toBe('');
    },
  );
});

test('shows that it is sending, and a second click sends nothing [S2.43]', async () => {
  let arrive = () => {};
  const inbox = startInbox(
    () => new Promise((resolve) => (arrive = () => resolve(new Response(null, { status: 201 })))),
  );
  const user = await write();
  await user.click(send());
  const busy = await screen.findByRole('button', { name: 'Sending...' });
  await user.click(busy);
  arrive();
  expect(await screen.findByRole('button', { name: 'Send Inquiry' })).toBeTruthy();
  expect(inbox.received).toHaveLength(1);
});
