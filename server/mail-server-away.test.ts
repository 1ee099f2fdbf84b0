import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, localToday } from '../domain/time/schedule.ts';
import type { Database } from './backend/database/database.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { customerInfo } from './testing/bookings.ts';
import { startListeningHost } from './testing/listening-host.ts';

describeEachDatabase('A mail server that accepts an email and never answers', (open) => {
  let database: Database;
  let mailServer: Awaited<ReturnType<typeof startSilentMailServer>>;
  let server: Awaited<ReturnType<typeof startListeningHost>>;
  beforeAll(async () => {
    database = await open();
    mailServer = await startSilentMailServer();
    server = await startListeningHost(database, { SMTP_URL: mailServer.url });
    await server.host.startBackground();
  });
  afterAll(async () => {
    await mailServer.close();
    await server.stop();
  });

  const post = async <Answer>(path: string, body: object) => {
    const answer = await fetch(`${server.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok, `${path} answered ${answer.status}`).toBe(true);
    return (await answer.json()) as Answer;
  };
  const call = <Answer>(name: string, body: object) => post<Answer>(`/functions/v1/${name}`, body);

  it('delays nobody: a forgotten password and a paid booking are answered meanwhile', async () => {
    const email = 'ada@example.com';
    await post('/auth/v1/signup', { email, password: 'a good secret' });
    // From here on, the one email in progress never completes.
    await mailServer.hasBegun;
    mailServer.events.push('asked');

    await post('/auth/v1/recover', { email });
    const held = await call<{ bookingId: string; checkout: { amountDueNow: number } }>(
      'create-booking',
      bookingOf(email),
    );
    const { bookingId } = held;
    const intent = await call<{ paymentIntentId: string; clientSecret: string }>(
      'create-payment-intent',
      { bookingId, amountToCharge: held.checkout.amountDueNow },
    );
    await post(`/payments-sandbox/intents/${intent.paymentIntentId}/confirm`, {
      clientSecret: intent.clientSecret,
      card: { number: '4242424242424242', month: 12, year: 2040, securityCode: '123' },
    });
    expect(await call('verify-payment', { bookingId })).toMatchObject({ payment: 'succeeded' });
    mailServer.events.push('answered');

    expect(mailServer.events).toEqual(['a mail has begun', 'asked', 'answered']);
    const { rows } = await database.pool.query<{ template_type: string }>(
      `select template_type from public.mail_outbox where status = 'queued' order by created_at, key`,
    );
    expect(rows.map(({ template_type: type }) => type)).toEqual([
      'signup_confirmation',
      'password_recovery',
      'booking_confirmation',
      'booking_news',
    ]);
  });
});

const bookingOf = (email: string) => ({
  serviceId: 'premium-detailing',
  vehicleType: 'suv',
  bookingDate: addDays(localToday(Date.now()), 9),
  bookingTime: '09:00',
  paymentOption: 'pay_deposit',
  tipAmount: 0,
  carModel: 'Honda CR-V',
  carYear: '2022',
  customerInfo: { ...customerInfo, email },
});

/** Greets, accepts the sender, and then stays silent. */
async function startSilentMailServer() {
  const lines = new Set<Socket>();
  const events: string[] = [];
  let begin = () => {};
  const hasBegun = new Promise<void>((resolve) => (begin = resolve));
  const server = createServer((line) => {
    lines.add(line);
    line.on('error', () => undefined);
    line.once('close', () => events.push('the mail was given up'));
    line.write('220 mail.example ESMTP\r\n');
    line.on('data', (said) => {
      if (/^(EHLO|HELO)/i.test(said.toString())) line.write('250 mail.example\r\n');
      else {
        events.push('a mail has begun');
        begin();
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    events,
    hasBegun,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const line of lines) line.destroy();
      await closed;
    },
  };
}
