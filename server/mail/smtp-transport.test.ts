import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  MailRefusedError,
  MailServerAwayError,
} from '../../supabase/functions/_shared/mail/mail-message.ts';
import { sampleMessage } from './sample-message.ts';
import { smtpTransport, type SmtpPatience } from './smtp-transport.ts';

type Received = { sender: string; recipients: string[]; email: Email; isEncrypted: boolean };

describe('email over SMTP', () => {
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

  // The test server's certificate is self-signed, so these tests don't check it.
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

  it('reports a temporary refusal and retries with the same Message-ID', async () => {
    refusals.push({ responseCode: 451, message: 'Try again later' });
    const post = transport();
    await expect(post.send(sampleMessage())).rejects.toThrow(/451/);
    expect(received).toHaveLength(0);
    await post.send(sampleMessage());
    expect(received.map(({ email }) => email.messageId)).toEqual([sampleMessage().messageId]);
  });

  it('accepts no additional header or recipient in a value', async () => {
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
    await expect(transport().send(sampleMessage({ to }))).rejects.toThrow(/single plain address/);
    expect(received).toHaveLength(0);
  });

  it('sets another reply address when the email has one', async () => {
    await transport().send(sampleMessage({ replyTo: 'di@example.com' }));
    expect(received[0]?.email.replyTo).toEqual([{ name: '', address: 'di@example.com' }]);
    expect(received[0]?.recipients).toEqual(['ada@example.com']);
  });

  it.each([
    'di@example.com, eve@evil.example',
    'di@example.com\r\nBcc: eve@evil.example',
    'nobody',
  ])('refuses a reply address like %j', async (replyTo) => {
    await expect(transport().send(sampleMessage({ replyTo }))).rejects.toThrow(
      /single plain address/,
    );
    expect(received).toHaveLength(0);
  });

  it('offers one-click unsubscribing for optional emails', async () => {
    const token = 'a'.repeat(64);
    const unsubscribeUrl = `https://shop.example/functions/v1/unsubscribe?token=${token}`;
    await transport().send(sampleMessage({ unsubscribeUrl }));
    await transport().send(sampleMessage());
    const header = (name: string) =>
      received.map(({ email }) => email.headers.find(({ key }) => key === name)?.value);
    expect(header('list-unsubscribe')).toEqual([`<${unsubscribeUrl}>`, undefined]);
    expect(header('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click', undefined]);
  });

  it('accepts no header in the unsubscribe address', async () => {
    await transport().send(
      sampleMessage({ unsubscribeUrl: 'https://shop.example/u?t=1>\r\nBcc: eve@evil.example' }),
    );
    expect(received[0]?.recipients).toEqual(['ada@example.com']);
    expect(received[0]?.email.bcc).toBeUndefined();
  });

  it('encrypts when the server offers it, and checks the certificate', async () => {
    await transport().send(sampleMessage());
    expect(received.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
    await expect(transportTo(server).send(sampleMessage())).rejects.toThrow(/certificate/);
    expect(received).toHaveLength(1);
  });

  it('sends nothing unencrypted when its address requires TLS', async () => {
    const plain = mailServer({ disabledCommands: ['STARTTLS'] });
    await listening(plain);
    const insisting = transportTo(plain, '?requireTLS=true');
    await expect(insisting.send(sampleMessage())).rejects.toThrow(/STARTTLS/);
    await new Promise<void>((resolve) => plain.close(() => resolve()));
  });
  describe('on a failure', () => {
    const refusedWith = (responseCode: number, message: string) => {
      refusals.push({ responseCode, message });
      return transport().send(sampleMessage());
    };

    it.each([
      [550, 'No such mailbox'],
      [554, 'Not accepted'],
    ])('treats a %i about the email itself as permanent', async (code, message) => {
      await expect(refusedWith(code, message)).rejects.toBeInstanceOf(MailRefusedError);
    });

    it.each([
      [451, 'Try again later'],
      [550, '5.7.1 Relaying denied'],
    ])('treats a %i “%s” as temporary', async (code, message) => {
      const refusal = refusedWith(code, message);
      await expect(refusal).rejects.toThrow(message);
      await expect(refusal).rejects.not.toBeInstanceOf(MailRefusedError);
    });

    const hasty = { greetingMs: 300, answerMs: 300, mailMs: 1000 };

    it('treats a refused or silent connection as an unavailable server', async () => {
      const silent = createServer(() => undefined).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      for (const place of [`127.0.0.1:${port}`, '127.0.0.1:9']) {
        const post = smtpTransport({ url: `smtp://${place}`, from, patience: hasty });
        await expect(post.send(sampleMessage())).rejects.toBeInstanceOf(MailServerAwayError);
      }
      silent.close();
    });

    it('treats a server that refuses everyone or our login as unavailable', async () => {
      const busy = mailServer({
        onConnect: (_, done) => done(Object.assign(new Error('Busy'), { responseCode: 421 })),
      });
      const strict = mailServer({
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (_, __, done) => done(new Error('Wrong password')),
      });
      for (const away of [busy, strict]) {
        await listening(away);
        const { port } = away.server.address() as AddressInfo;
        const url = `smtp://us:wrong@127.0.0.1:${port}?tls.rejectUnauthorized=false`;
        const post = smtpTransport({ url, from, patience: hasty });
        await expect(post.send(sampleMessage())).rejects.toBeInstanceOf(MailServerAwayError);
        await new Promise<void>((resolve) => away.close(() => resolve()));
      }
    });

    it('treats a connection lost during an email as a failure of that email', async () => {
      const hangsUp = mailServer({ onRcptTo: (_, session) => session.id && dropAll(hangsUp) });
      const dozes = mailServer({ onRcptTo: () => undefined });
      for (const server of [hangsUp, dozes]) {
        await listening(server);
        // Longer than a busy machine takes to the recipient: before that, a silent server counts as unavailable.
        const patience = { greetingMs: 3000, answerMs: 3000, mailMs: 10_000 };
        const post = transportTo(server, '?tls.rejectUnauthorized=false', patience);
        const failure = await post.send(sampleMessage()).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(Error);
        expect(failure).not.toBeInstanceOf(MailServerAwayError);
        expect(failure).not.toBeInstanceOf(MailRefusedError);
        await new Promise<void>((resolve) => server.close(() => resolve()));
      }
    });
  });
});

// Its connections close silently.
function dropAll({ connections }: SMTPServer) {
  for (const connection of connections as Set<{ _socket: Socket }>) connection._socket.destroy();
}

const from = 'Bookings <bookings@shop.example>';

const mailServer = (options: SMTPServerOptions) =>
  new SMTPServer({ authOptional: true, logger: false, ...options });

const listening = (server: SMTPServer) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

function transportTo(server: SMTPServer, query = '', patience?: SmtpPatience) {
  const { port } = server.server.address() as AddressInfo;
  return smtpTransport({
    url: `smtp://127.0.0.1:${port}${query}`,
    from,
    ...(patience && { patience }),
  });
}
