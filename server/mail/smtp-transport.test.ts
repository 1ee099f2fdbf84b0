import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleMessage } from './sample-message.ts';
import { smtpTransport } from './smtp-transport.ts';

type Received = { sender: string; recipients: string[]; email: Email; isEncrypted: boolean };

describe('mail over SMTP', () => {
  let server: SMTPServer;
  let received: Received[];
  let refusals: { responseCode: number; message: string }[];

  beforeEach(async () => {
    received = [];
    refusals = [];
    server = mailServer({
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
              isEncrypted: session.secure,
            });
            done();
          });
        });
      },
    });
    await listening(server);
  });
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

  // The certificate of the test server is nobody's, so these do not ask whose it is.
  const transport = () => transportTo(server, '?tls.rejectUnauthorized=false');

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

  it('sends answers to another address when the mail says so', async () => {
    await transport().send(sampleMessage({ replyTo: 'di@example.com' }));
    expect(received[0]?.email.replyTo).toEqual([{ name: '', address: 'di@example.com' }]);
    expect(received[0]?.recipients).toEqual(['ada@example.com']);
  });

  it.each([
    'di@example.com, eve@evil.example',
    'di@example.com\r\nBcc: eve@evil.example',
    'nobody',
  ])('sends nothing whose answers would go to %j', async (replyTo) => {
    await expect(transport().send(sampleMessage({ replyTo }))).rejects.toThrow(/one plain address/);
    expect(received).toHaveLength(0);
  });

  it('shows the mail program how to unsubscribe with one click, where the mail asks for something', async () => {
    const token = 'a'.repeat(64);
    const unsubscribeUrl = `https://shop.example/functions/v1/unsubscribe?token=${token}`;
    await transport().send(sampleMessage({ unsubscribeUrl }));
    await transport().send(sampleMessage());
    const header = (name: string) =>
      received.map(({ email }) => email.headers.find(({ key }) => key === name)?.value);
    expect(header('list-unsubscribe')).toEqual([`<${unsubscribeUrl}>`, undefined]);
    expect(header('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click', undefined]);
  });

  it('lets no address for unsubscribing become another header', async () => {
    await transport().send(
      sampleMessage({ unsubscribeUrl: 'https://shop.example/u?t=1>\r\nBcc: eve@evil.example' }),
    );
    expect(received[0]?.recipients).toEqual(['ada@example.com']);
    expect(received[0]?.email.bcc).toBeUndefined();
  });

  it('encrypts when the server offers it, and asks whose certificate it is', async () => {
    await transport().send(sampleMessage());
    expect(received.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
    await expect(transportTo(server).send(sampleMessage())).rejects.toThrow(/certificate/);
    expect(received).toHaveLength(1);
  });

  it('sends nothing in the clear when its address insists on TLS', async () => {
    const plain = mailServer({ disabledCommands: ['STARTTLS'] });
    await listening(plain);
    const insisting = transportTo(plain, '?requireTLS=true');
    await expect(insisting.send(sampleMessage())).rejects.toThrow(/STARTTLS/);
    await new Promise<void>((resolve) => plain.close(() => resolve()));
  });
});

const mailServer = (options: SMTPServerOptions) =>
  new SMTPServer({ authOptional: true, logger: false, ...options });

const listening = (server: SMTPServer) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

function transportTo(server: SMTPServer, query = '') {
  const { port } = server.server.address() as AddressInfo;
  return smtpTransport({
    url: `smtp://127.0.0.1:${port}${query}`,
    from: 'Bookings <bookings@shop.example>',
  });
}
