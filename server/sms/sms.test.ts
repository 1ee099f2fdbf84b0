import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { twilioSender } from '../../supabase/functions/_shared/texts/twilio-sender.ts';
import type { Database } from '../backend/database/database.ts';
import { inTransaction } from '../backend/database/transaction.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import { deliverCodes } from './deliver-codes.ts';
import { queueCode } from './queue-code.ts';

type Received = { path: string; headers: IncomingHttpHeaders; form: Record<string, string> };

/** A service on loopback that answers 201 unless the test sets another answer. */
async function startSmsService() {
  const received: Received[] = [];
  const answers: { status: number; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      received.push({ path: request.url ?? '', headers: request.headers, form });
      const answer = answers.shift() ?? { status: 201, body: '{"sid":"SM1","status":"queued"}' };
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerNext: (status: number, body = '') => answers.push({ status, body }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

describeEachDatabase('text messages', (open) => {
  let database: Database;
  let service: Awaited<ReturnType<typeof startSmsService>>;
  let now: Date;
  const logged: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: (fields: unknown) => logged.push(fields),
    error: () => undefined,
  };
  beforeAll(async () => {
    database = await open();
    service = await startSmsService();
  });
  afterAll(async () => {
    await service.close();
    await database.close();
  });
  beforeEach(async () => {
    await database.pool.query('truncate auth.sms_outbox');
    service.received.length = 0;
    now = new Date('2026-12-01T15:00:00Z');
  });

  const passTime = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const queue = (phone = '14165550100', code = '123456') =>
    inTransaction(database, (client) =>
      queueCode('https://wash.example', () => now)(client, { phone, code }),
    );
  const settings = (from = '+19055550142') => ({
    accountSid: 'AC1',
    authToken: 'token',
    from,
    apiUrl: service.url,
  });
  const deliver = (from?: string) =>
    deliverCodes({ database, sender: twilioSender(settings(from)), now: () => now, log });
  const outbox = async () =>
    (
      await database.pool.query<{ status: string; body: string; last_error: string | null }>(
        'select status, body, last_error from auth.sms_outbox order by created_at',
      )
    ).rows;

  it('are sent to the service from our number, with the account’s credentials', async () => {
    await queue();
    expect(await deliver()).toBe(1);
    expect(service.received).toMatchObject([
      {
        path: '/2010-04-01/Accounts/AC1/Messages.json',
        form: { To: '+14165550100', From: '+19055550142' },
      },
    ]);
    expect(service.received[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from('AC1:token').toString('base64')}`,
    );
    const body = service.received[0]?.form['Body'] ?? '';
    expect(body).toMatch(/^123456 is your code for .+\. It expires in 10 minutes\./);
    expect(body).toMatch(/\n@wash\.example #123456$/);
    expect(body.length).toBeLessThanOrEqual(160);
  });

  it('use a messaging service when one is configured', async () => {
    await queue();
    await deliver('MG123');
    expect(service.received[0]?.form).toMatchObject({ MessagingServiceSid: 'MG123' });
    expect(service.received[0]?.form).not.toHaveProperty('From');
  });

  it('are sent once and deleted', async () => {
    await queue();
    await Promise.all([deliver(), deliver()]);
    expect(await deliver()).toBe(0);
    expect(service.received).toHaveLength(1);
    expect(await outbox()).toEqual([{ status: 'sent', body: '', last_error: null }]);
  });

  it('are retried when the service is busy, failing or unreachable', async () => {
    await queue();
    service.answerNext(503, 'down');
    service.answerNext(429, '{"code":20429,"message":"Too Many Requests"}');
    expect([await deliver(), await deliver()]).toEqual([1, 0]);
    passTime(6);
    expect(await deliver()).toBe(1);
    expect((await outbox())[0]).toMatchObject({
      status: 'queued',
      last_error: 'The SMS service answered 429: 20429 Too Many Requests',
    });
    passTime(16);
    expect(await deliver()).toBe(1);
    expect((await outbox())[0]?.status).toBe('sent');

    await queue();
    const nowhere = twilioSender({ ...settings(), apiUrl: 'http://127.0.0.1:1' });
    await deliverCodes({ database, sender: nowhere, now: () => now, log });
    expect((await outbox())[1]?.status).toBe('queued');
  });

  it('are given up when the service refuses the number, whose digits are not logged', async () => {
    await queue();
    service.answerNext(400, `{"code":21211,"message":"Invalid 'To' Phone Number: +14165550100"}`);
    await deliver();
    passTime(60);
    expect(await deliver()).toBe(0);
    const [message] = await outbox();
    expect([message?.status, message?.body]).toEqual(['failed', '']);
    expect(message?.last_error).toMatch(/400: 21211/);
    expect(JSON.stringify([message, logged])).not.toContain('4165550100');
  });

  it('are not sent late: an expired code is deleted', async () => {
    await queue();
    passTime(601);
    expect(await deliver()).toBe(0);
    expect(service.received).toEqual([]);
    expect(await outbox()).toMatchObject([{ status: 'failed', body: '' }]);
    passTime(31 * 86_400);
    await deliver();
    expect(await outbox()).toEqual([]);
  });

  it('of a dead worker are sent by another', async () => {
    await queue();
    await database.pool.query(
      "update auth.sms_outbox set attempts = 1, locked_until = $1::timestamptz + interval '60 seconds'",
      [now],
    );
    expect(await deliver()).toBe(0);
    passTime(61);
    expect(await deliver()).toBe(1);
  });

  it('are not written when the transaction of the code fails', async () => {
    const failing = inTransaction(database, async (client) => {
      await queueCode('https://wash.example', () => now)(client, {
        phone: '14165550100',
        code: '1',
      });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await outbox()).toEqual([]);
  });
});
