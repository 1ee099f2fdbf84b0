import { afterEach, describe, expect, it, vi } from 'vitest';
import { httpTransport } from './http-transport.ts';
import { MailRefusedError, MailServerAwayError, type MailMessage } from './mail-message.ts';

const message: MailMessage = {
  key: 'booking_confirmation:3f0c',
  messageId: '<0a1b@shop.example>',
  to: 'ada@example.com',
  subject: 'Your wash is booked – à bientôt',
  html: '<p>See you</p>',
  text: 'See you',
  attachments: [{ filename: 'booking.ics', contentType: 'text/calendar', content: 'SUMMARY:Été' }],
};

function answering(status: number, body: unknown) {
  const fetch = vi.fn<typeof globalThis.fetch>(() =>
    Promise.resolve(Response.json(body, { status })),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const send = (changes: Partial<MailMessage> = {}) =>
  httpTransport({
    url: 'https://mail.test/emails',
    apiKey: 're_key',
    from: 'Shop <bookings@shop.example>',
  }).send({ ...message, ...changes });

afterEach(() => vi.unstubAllGlobals());

describe('email over HTTP', () => {
  it('posts the email as JSON with the key of the account', async () => {
    const fetch = answering(200, { id: '1' });
    await send({ replyTo: 'di@example.com', unsubscribeUrl: 'https://shop.example/u?t=1' });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('https://mail.test/emails');
    expect(init?.headers).toEqual({
      authorization: 'Bearer re_key',
      'content-type': 'application/json',
      'idempotency-key': '<0a1b@shop.example>',
    });
    expect(JSON.parse(init?.body as string)).toEqual({
      from: 'Shop <bookings@shop.example>',
      to: ['ada@example.com'],
      reply_to: 'di@example.com',
      subject: message.subject,
      html: message.html,
      text: message.text,
      headers: {
        'Message-ID': '<0a1b@shop.example>',
        'List-Unsubscribe': '<https://shop.example/u?t=1>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      attachments: [
        {
          filename: 'booking.ics',
          content_type: 'text/calendar',
          content: Buffer.from('SUMMARY:Été').toString('base64'),
        },
      ],
    });
  });

  it('sends nothing to two addresses', async () => {
    const fetch = answering(200, {});
    await expect(send({ to: 'ada@example.com, eve@evil.example' })).rejects.toThrow(
      MailRefusedError,
    );
    expect(fetch).not.toHaveBeenCalled();
  });

  it('counts an email that the provider already has as sent', async () => {
    answering(409, { name: 'invalid_idempotent_request', message: 'Another payload' });
    await expect(send()).resolves.toBeUndefined();
  });

  it.each([
    [422, MailRefusedError],
    [400, MailRefusedError],
    [401, MailServerAwayError],
    [403, MailServerAwayError],
    [429, MailServerAwayError],
    [500, MailServerAwayError],
  ])('fails after a %i in the words of the provider', async (status, kind) => {
    answering(status, { name: 'validation_error', message: 'The domain is not verified' });
    const error: unknown = await send().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ message: `${status} The domain is not verified` });
  });

  it('is retried while the first attempt is still in progress', async () => {
    answering(409, { name: 'concurrent_idempotent_requests', message: 'In progress' });
    const error: unknown = await send().catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(MailRefusedError);
    expect(error).not.toBeInstanceOf(MailServerAwayError);
    expect(error).toMatchObject({ message: '409 In progress' });
  });

  it('waits for the provider when it does not answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    await expect(send()).rejects.toThrow(MailServerAwayError);
  });
});
