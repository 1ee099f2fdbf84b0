import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { openCopy } from '../testing/databases.ts';
import { startListeningHost } from '../testing/listening-host.ts';
import { canSendTexts } from './sms-place.ts';

describe('text messages of the sandbox', () => {
  let database: Database;
  let server: Awaited<ReturnType<typeof startListeningHost>>;
  beforeAll(async () => {
    database = await openCopy();
    server = await startListeningHost(database);
  });
  afterAll(() => server.stop());

  it('are shown in the mailbox, and sign in', async () => {
    const post = (path: string, body: object) =>
      fetch(`${server.origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await post('/auth/v1/otp', { phone: '+14165550100' })).status).toBe(200);
    const listed = await fetch(`${server.origin}/mailbox/sms.json?to=%2B14165550100`);
    const [message] = (await listed.json()) as { to: string; text: string }[];
    expect(message?.to).toBe('+14165550100');
    const token = message?.text.slice(0, 6);
    const verified = await post('/auth/v1/verify', { type: 'sms', phone: '+14165550100', token });
    expect(await verified.json()).toMatchObject({ user: { phone: '14165550100' } });
    expect(await (await fetch(`${server.origin}/mailbox`)).text()).toContain('+14165550100');
  });

  it('to customers are shown there after they were sent, and can be answered', async () => {
    await database.pool.query(
      `update public.text_settings set is_on = true;
       insert into public.text_outbox (key, kind, phone, body, status, begun_at)
       values ('moved:1', 'moved', '+14165550101', 'Your appointment is now at 9:00 AM.', 'sent', now())`,
    );
    const page = await (await fetch(`${server.origin}/mailbox`)).text();
    expect(page).toContain('Your appointment is now at 9:00 AM.');
    const answer = await fetch(`${server.origin}/mailbox/sms/reply`, {
      method: 'POST',
      body: new URLSearchParams({ phone: '+14165550101', words: 'STOP' }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: server.origin,
      },
      redirect: 'manual',
    });
    const place = answer.headers.get('location') ?? '';
    expect([answer.status, place]).toEqual([303, '/mailbox?reply=sent']);
    expect(await (await fetch(server.origin + place)).text()).toContain('Reply sent.');
    const { rows } = await database.pool.query('select phone from public.text_stops');
    expect(rows).toEqual([{ phone: '+14165550101' }]);
  });

  it('require the sandbox or a service', () => {
    const sandbox = {
      sms: null,
      smtpUrl: null,
      payments: null,
      dataDir: '',
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      trustedProxies: 0,
      mailbox: false,
    };
    expect(canSendTexts(sandbox)).toBe(true);
    expect(canSendTexts({ ...sandbox, trustedProxies: 1 })).toBe(false);
    const real = { ...sandbox, smtpUrl: 'smtp://mail.example' };
    expect(canSendTexts(real)).toBe(false);
    const sms = { accountSid: 'AC1', authToken: 't', from: 'MG1', apiUrl: 'https://sms.example' };
    expect(canSendTexts({ ...real, sms })).toBe(true);
  });
});
