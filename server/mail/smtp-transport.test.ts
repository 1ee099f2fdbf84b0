import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleMessage } from './sample-message.ts';
import { smtpTransport } from './smtp-transport.ts';

type Received = { sender: string; recipients: string[]; email: Email };

describe('mail over SMTP', () => {
  let server: SMTPServer;
  let received: Received[];
  let refusals: { responseCode: number; message: string }[];

  beforeEach(async () => {
    received = [];
    refusals = [];
    server = new SMTPServer({
      authOptional: true,
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const refusal = refusals.shift();
          if (refusal) {
            done(Object.assign(new Error(refusal.message), refusal));
            return;
          }
          void PostalMime.parse(Buffer.concat(chunks)).then((email) => {
            const { mailFrom, rcptTo } = session.envelope;
            received.push({
              sender: mailFrom ? mailFrom.address : '',
              recipients: rcptTo.map(({ address }) => address),
              email,
            });
            done();
          });
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

  const transport = (query = '') => {
    const { port } = server.server.address() as AddressInfo;
    return smtpTransport({
      url: `smtp://127.0.0.1:${port}${query || '?tls.rejectUnauthorized=false'}`,
      from: 'Bookings <bookings@shop.example>',
    });
  };

  it('delivers subject, both bodies and the calendar file', async () => {
    await transport().send(sampleMessage());
    const [mail] = received;
    expect(mail?.sender).toBe('bookings@shop.example');
    expect(mail?.recipients).toEqual(['ada@example.com']);
    expect(mail?.email).toMatchObject({
      from: { name: 'Bookings', address: 'bookings@shop.example' },
      to: [{ address: 'ada@example.com' }],
      subject: 'Your wash is booked – à bientôt',
      messageId: '<booking_confirmation.3f0c@shop.example>',
    });
    expect(mail?.email.html).toContain('<b>Tuesday</b>');
    expect(mail?.email.text?.trim()).toBe('See you on Tuesday');
    const [file] = mail?.email.attachments ?? [];
    expect(file).toMatchObject({ filename: 'booking.ics', mimeType: 'text/calendar' });
    expect(new TextDecoder().decode(file?.content as ArrayBuffer)).toContain('BEGIN:VCALENDAR');
  });

  it('says so when the server asks to come later, and sends the same message id then', async () => {
    refusals.push({ responseCode: 451, message: 'Try again later' });
    const post = transport();
    await expect(post.send(sampleMessage())).rejects.toThrow(/451/);
    expect(received).toHaveLength(0);
    await post.send(sampleMessage());
    expect(received.map(({ email }) => email.messageId)).toEqual([sampleMessage().messageId]);
  });

  it('lets nobody write a header or a recipient of their own', async () => {
    await transport().send(
      sampleMessage({
        subject: 'Hello\r\nBcc: eve@evil.example\r\n\r\nBody',
        attachments: [
          {
            filename: 'a\r\nX-Evil: 1.ics',
            contentType: 'text/calendar\r\nX-Evil: 1',
            content: '',
          },
        ],
      }),
    );
    const [mail] = received;
    expect(mail?.recipients).toEqual(['ada@example.com']);
    expect(mail?.email.subject).toBe('Hello Bcc: eve@evil.example Body');
    expect(mail?.email.bcc).toBeUndefined();
    expect(mail?.email.headers.map(({ key }) => key)).not.toContain('x-evil');
  });

  it.each([
    'ada@example.com, eve@evil.example',
    'ada@example.com\r\nBcc: eve@evil.example',
    'Eve <eve@evil.example>',
    'group:eve@evil.example;',
    'nobody',
  ])('sends nothing to %j', async (to) => {
    await expect(transport().send(sampleMessage({ to }))).rejects.toThrow(/one plain address/);
    expect(received).toHaveLength(0);
  });

  it('does not send in the clear when the address insists on TLS and the server has none', async () => {
    const plain = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port } = plain.server.address() as AddressInfo;
    const url = `smtp://127.0.0.1:${port}?requireTLS=true`;
    await expect(
      smtpTransport({ url, from: 'a@b.example' }).send(sampleMessage()),
    ).rejects.toThrow();
    await new Promise<void>((resolve) => plain.close(() => resolve()));
  });
});
