import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, startsAt } from '../domain/time/schedule.ts';
import { deliverTexts, queueDueTexts } from '../supabase/functions/_shared/texts/deliver-texts.ts';
import {
  TextKeysError,
  TextRefusedError,
  TextUnclearError,
  type TextMessage,
} from '../supabase/functions/_shared/texts/text-sender.ts';
import { signatureOf } from '../supabase/functions/_shared/texts/text-signature.ts';
import type { Database } from './backend/database/database.ts';
import { functionRoutes } from './functions.ts';
import { paidBooking } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

describeEachDatabase('text messages to customers', (open) => {
  let database: Database;
  let host: FunctionHost;
  let sent: TextMessage[] = [];
  let failNext: Error | null = null;
  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
    await database.pool.query('update public.text_settings set is_on = true');
  });
  beforeEach(async () => {
    sent = [];
    failNext = null;
    host.state.now = null;
    await database.pool.query('delete from public.text_outbox');
  });
  afterAll(() => database.close());

  const texts = {
    authToken: 'a token',
    webhookUrl: 'https://wash.example/functions/v1/text-webhook',
    sender: {
      send: (message: TextMessage) => {
        const failure = failNext;
        failNext = null;
        if (failure) return Promise.reject(failure);
        sent.push(message);
        return Promise.resolve({ id: `SM${sent.length}` });
      },
    },
  };
  const deliver = () => deliverTexts({ ...host.deps, texts });

  const consented = async () => {
    const { bookingId, date } = await paidBooking(host);
    await database.pool.query(
      `insert into public.text_consents (booking_id, phone, wording, given_in)
       select id, customer_phone, 'Text me.', 'booking_form' from public.bookings where id = $1`,
      [bookingId],
    );
    await database.pool.query(`update public.bookings set created_at = now() - interval '1 hour'`);
    return { bookingId, date };
  };
  const move = async (bookingId: string) => {
    await database.pool.query(
      `update public.bookings set booking_time = booking_time + interval '1 hour' where id = $1`,
      [bookingId],
    );
  };
  const outbox = async () =>
    (
      await database.pool.query<object>(
        'select kind, status, segments, provider_id, last_error from public.text_outbox order by created_at',
      )
    ).rows;
  const inTheMorning = (date: string) => {
    host.state.now = new Date(startsAt(addDays(date, -3), '10:00'));
  };

  it('say the time as it is when they are sent, once', async () => {
    const { bookingId, date } = await consented();
    inTheMorning(date);
    await move(bookingId);
    await move(bookingId);
    await deliver();
    await deliver();
    expect(sent).toEqual([
      {
        phone: '19055550142',
        body: expect.stringMatching(
          /^Lustre Mobile Detailing: Your appointment is now \w{3}, \w{3} \d+ at 11:00 AM\. Reply STOP to end\.$/,
        ) as string,
        reportTo: expect.stringContaining(
          'https://wash.example/functions/v1/text-webhook?text=',
        ) as string,
      },
    ]);
    expect(await outbox()).toMatchObject([
      { kind: 'moved', status: 'dropped' },
      { kind: 'moved', status: 'sent', segments: 1, provider_id: 'SM1' },
    ]);
  });

  it('remind of tomorrow’s visit', async () => {
    const { date } = await consented();
    host.state.now = new Date(startsAt(addDays(date, -1), '18:00'));
    expect(await queueDueTexts(host.deps)).toBe(1);
    await database.pool.query(`update public.text_outbox set next_attempt_at = '2020-01-01'`);
    await deliver();
    expect(sent[0]?.body).toMatch(/^Lustre Mobile Detailing: See you \w+, \w+ \d+ at 9:00 AM for/);
  });

  it('are handed over once when no answer arrives, and again when the service was busy', async () => {
    const { bookingId, date } = await consented();
    inTheMorning(date);
    await move(bookingId);
    failNext = new TextUnclearError('no answer');
    await deliver();
    await deliver();
    expect(await outbox()).toMatchObject([{ status: 'failed', last_error: 'outcome_unknown' }]);
    await move(bookingId);
    failNext = new Error('busy');
    await deliver();
    host.state.now = new Date(startsAt(addDays(date, -3), '10:01'));
    await deliver();
    expect(sent).toHaveLength(1);
  });

  it('are retried while the service refuses our keys, which the owner reads', async () => {
    const troubles = async () =>
      (await database.pool.query<object>('select kind, reason from private.owner_troubles()')).rows;
    const { bookingId, date } = await consented();
    inTheMorning(date);
    await move(bookingId);
    failNext = new TextKeysError('20003 Authenticate');
    await deliver();
    expect(await outbox()).toMatchObject([{ status: 'queued', last_error: '20003 Authenticate' }]);
    expect(await troubles()).toEqual([{ kind: 'text_keys', reason: '20003 Authenticate' }]);
    await database.pool.query(`update public.text_outbox set next_attempt_at = created_at`);
    await deliver();
    expect(sent).toHaveLength(1);
    expect(await troubles()).toEqual([]);
  });

  it('are given up when the service refuses them', async () => {
    const { bookingId, date } = await consented();
    inTheMorning(date);
    await move(bookingId);
    failNext = new TextRefusedError('a landline', 21614);
    await deliver();
    expect(await outbox()).toMatchObject([{ status: 'failed', last_error: 'a landline' }]);
    // Later texts to this phone are not even queued.
    await move(bookingId);
    expect(await outbox()).toHaveLength(1);
  });

  describe('the service’s webhook', () => {
    const url = 'https://wash.example/functions/v1/text-webhook';
    /** A request as the service signs it: HMAC-SHA1 of the address and the sorted fields. */
    const report = async (
      form: Record<string, string>,
      { query = '', token = 'a token', signed = form } = {},
    ) => {
      const text = Object.keys(signed)
        .sort()
        .map((name) => name + (signed[name] ?? ''))
        .join('');
      const functions = functionRoutes({ ...host.deps, texts });
      const response = await functions.request(`/text-webhook${query}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: {
          'x-twilio-signature': createHmac('sha1', token)
            .update(url + query + text)
            .digest('base64'),
        },
      });
      return { status: response.status, body: await response.text() };
    };
    const reply = (words: string, id = `SM${words}`) => ({
      MessageSid: id,
      AccountSid: 'AC1',
      From: '+19055550142',
      To: '+19055550100',
      Body: words,
    });
    const stops = async () =>
      (await database.pool.query('select from public.text_stops')).rowCount ?? 0;

    it('accepts the example of the service’s documentation', async () => {
      // https://www.twilio.com/docs/usage/security
      const service = {
        ...texts,
        authToken: '12345',
        webhookUrl: 'https://example.com/myapp.php',
      };
      const entries = Object.entries({
        CallSid: 'CA1234567890ABCDE',
        Caller: '+14158675310',
        Digits: '1234',
        From: '+14158675310',
        To: '+18005551212',
      });
      expect(await signatureOf(service, { search: '?foo=1&bar=2', entries })).toBe(
        'L/OH5YylLD5NRKLltdqwSvS0BnU=',
      );
    });

    it.each([
      ['another token', { token: 'another' }],
      ['another body', { signed: reply('START') }],
    ])('refuses a reply signed with %s', async (_why, how) => {
      expect((await report(reply('STOP'), how)).status).toBe(403);
      expect(await stops()).toBe(0);
    });

    it('refuses a reply without a signature, and everything without a service', async () => {
      const form = new URLSearchParams(reply('STOP'));
      for (const deps of [host.deps, { ...host.deps, texts }]) {
        const answer = await functionRoutes(deps).request('/text-webhook', {
          method: 'POST',
          body: form,
        });
        expect(answer.status).toBe(403);
      }
    });

    it('answers HELP with the name, the phone and how to stop', async () => {
      const { status, body } = await report(reply('help'));
      expect(status).toBe(200);
      expect(body).toMatch(
        /<Response><Message>Lustre Mobile Detailing: .*\(905\) 555-0142.*STOP.*<\/Message><\/Response>/,
      );
    });

    it('moves a text on by the address that was sent with it', async () => {
      const { bookingId, date } = await consented();
      inTheMorning(date);
      await database.pool.query('update public.text_outbox set error_code = null');
      await move(bookingId);
      await deliver();
      const [message] = sent;
      const query = new URL(message?.reportTo ?? '').search;
      const told = (status: string) => ({ MessageSid: 'SM1', MessageStatus: status });
      expect((await report(told('delivered'), { query })).status).toBe(200);
      await report(told('sent'), { query });
      expect(await outbox()).toMatchObject([{ status: 'delivered' }]);
    });

    it('stops all texts to a phone at once, also when the report is repeated', async () => {
      const { bookingId, date } = await consented();
      inTheMorning(date);
      await move(bookingId);
      for (const _ of [1, 2]) {
        const { status, body } = await report(reply('STOP'));
        expect([status, body]).toEqual([
          200,
          '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
        ]);
      }
      await deliver();
      await move(bookingId);
      await deliver();
      expect(sent).toEqual([]);
      await database.pool.query('delete from public.text_stops');
    });
  });

  it('stay queued without a service', async () => {
    const { bookingId } = await consented();
    await database.pool.query('delete from public.text_outbox');
    await move(bookingId);
    expect(await deliverTexts(host.deps)).toBe(0);
    expect(await outbox()).toMatchObject([{ status: 'queued' }]);
  });
});
