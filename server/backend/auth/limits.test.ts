import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import type { Database } from '../database/database.ts';
import { protectedBy } from './authenticator.ts';
import {
  type AuthTestHost,
  newestMail,
  openLink,
  recordTexts,
  sessionOf,
  signedUp,
  startAuthHost,
  wrongFor,
} from './auth-test-host.ts';
import { defaultLimits } from './limits.ts';

const email = 'ann@example.com';
const password = 'secret-1';
type Texts = ReturnType<typeof recordTexts>;

describeEachDatabase('rate limits', (open) => {
  let database: Database;
  let host: AuthTestHost;
  const start = async (trustedProxies = 0) => {
    host = await startAuthHost(database, { limits: defaultLimits, trustedProxies });
  };
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await database.pool.query(
      'delete from auth.users; delete from auth.rate_limits; delete from public.mail_outbox',
    );
    await start();
  });
  afterEach(() => host.close());
  afterAll(() => database.close());

  const signIn = (account: string, word: string, headers: Record<string, string> = {}) =>
    host.post('/token?grant_type=password', { email: account, password: word }, headers);
  const statuses = async (count: number, attempt: (index: number) => Promise<Response>) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await attempt(index)).status);
    return seen;
  };

  it('look at a link before they work on its password, and count it', async () => {
    await host.close();
    await start(1);
    const tryLink = (index: number, network: string) =>
      host.post(
        '/verify',
        { type: 'signup', token_hash: `x${index}`, password: 'some long password' },
        { 'x-forwarded-for': network },
      );
    const flood = async (networkOf: (index: number) => string) => {
      const answers = await Promise.all(
        Array.from({ length: 130 }, (_, index) => tryLink(index, networkOf(index))),
      );
      return new Set(answers.map(({ status }) => status));
    };
    expect(await flood((index) => `198.51.${index}.7`), 'never too busy').toEqual(new Set([403]));
    expect(await flood(() => '203.0.113.7')).toEqual(new Set([403, 429]));
    expect((await tryLink(1, '203.0.113.7')).status).toBe(429);
  });

  it('bound the emails of a day to one address, whichever door and network asks', async () => {
    await host.close();
    await start(1);
    const doors = [
      ['/otp', {}],
      ['/recover', {}],
      ['/resend', { type: 'signup' }],
    ] as const;
    const seen: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      for (const [path, body] of doors) {
        const asked = Array.from({ length: 3 }, (_, index) =>
          host.post(path, { ...body, email }, { 'x-forwarded-for': `198.51.${round}.${index}` }),
        );
        for (const { status } of await Promise.all(asked)) seen.push(status);
      }
      host.passTime(60 * 60_000 + 1000);
    }
    expect(seen).toHaveLength(36);
    expect(seen.filter((status) => status === 200)).toHaveLength(30);
  });

  const unlimited = { attempts: 1000, windowSeconds: 60 };
  const startWith = async (limits: Partial<typeof defaultLimits>, sendSms?: Texts['sendSms']) => {
    await host.close();
    host = await startAuthHost(database, {
      limits: { ...defaultLimits, ...limits },
      trustedProxies: 1,
      ...(sendSms && { sendSms }),
    });
  };
  const change = (session: string, body: object, from: Record<string, string> = {}) =>
    host.put('/user', body, { authorization: `Bearer ${session}`, ...from });
  const again = (session: string, body: object) =>
    host.post('/resend', body, session ? { authorization: `Bearer ${session}` } : {});
  const passed = (seen: number[]) => seen.filter((status) => status === 200).length;

  it('count the emails of a change of address for the address that gets them', async () => {
    await startWith({
      mailsPerRecipientAndNetwork: unlimited,
      mailsPerAddress: unlimited,
      mailsPerRecipient: { attempts: 4, windowSeconds: 3600 },
      mailsPerRecipientAndDay: { attempts: 7, windowSeconds: 86_400 },
    });
    const victim = 'victim@example.com';
    const mails = async () => (await host.mailsTo(victim)).length;
    const sessions: string[] = [];
    for (const own of ['one@example.com', 'two@example.com', 'three@example.com']) {
      sessions.push(await sessionOf(await signedUp(host, own, password)));
    }
    const seen: number[] = [];
    for (const session of sessions) {
      for (let round = 0; round < 2; round += 1) {
        seen.push((await change(session, { email: victim })).status);
      }
    }
    expect([passed(seen), await mails()]).toEqual([4, 4]);
    const resends = await statuses(6, () =>
      again(sessions[0] ?? '', { type: 'email_change', email: 'one@example.com' }),
    );
    expect([passed(resends), await mails()], 'another door').toEqual([0, 4]);
    host.passTime(3_601_000);
    const back = host.client();
    await back.signInWithPassword({ email: 'one@example.com', password });
    const session = await sessionOf(back);
    const later = await statuses(4, () =>
      again(session, { type: 'email_change', email: 'one@example.com' }),
    );
    expect([passed(later), await mails()], 'the day').toEqual([3, 7]);
  });

  it('count a third address in a network that signed in with it', async () => {
    await startWith({
      mailsPerRecipientAndNetwork: unlimited,
      mailsPerRecipient: { attempts: 3, windowSeconds: 3600 },
    });
    const near = { 'x-forwarded-for': '192.0.2.1' };
    await signedUp(host, email, password);
    expect((await signIn(email, password, near)).status).toBe(200);
    const session = await sessionOf(await signedUp(host, 'near@example.com', password));
    expect(passed(await statuses(5, () => change(session, { email }, near)))).toBe(3);
    expect((await host.post('/recover', { email }, near)).status, 'its owner').toBe(200);
  });

  it('count the spellings of one mailbox together', async () => {
    await startWith({
      mailsPerRecipientAndNetwork: unlimited,
      mailsPerRecipient: { attempts: 3, windowSeconds: 3600 },
    });
    const spellings = [
      'a.nn@gmail.com',
      'ann+1@gmail.com',
      'an.n+2@googlemail.com',
      'ann@gmail.com',
    ];
    const bodies = [
      ['/otp', {}],
      ['/recover', {}],
      ['/signup', { password }],
      ['/resend', { type: 'signup' }],
    ] as const;
    for (const [path, body] of bodies) {
      const seen = await statuses(4, (index) =>
        host.post(
          path,
          { ...body, email: spellings[index] },
          { 'x-forwarded-for': `1.1.1.${index}` },
        ),
      );
      expect(seen, path).toEqual([200, 200, 200, 429]);
      host.passTime(3_601_000);
    }
  });

  it('count a text for the number that gets it, which only the account has sent again', async () => {
    const texts = recordTexts();
    await startWith({ smsPerAddress: unlimited, smsPerNumber: unlimited }, texts.sendSms);
    const client = await signedUp(host, email, password);
    const session = await sessionOf(client);
    const [own, victim] = ['14165550177', '14165550178'];
    await database.pool.query('update auth.users set phone = $1, phone_confirmed_at = now()', [
      own,
    ]);
    expect((await change(session, { phone: `+${victim}` })).status).toBe(200);
    const to = () => texts.sent.filter(({ phone }) => phone === victim).length;
    for (const phone of [own, victim]) {
      expect((await again('', { type: 'phone_change', phone: `+${phone}` })).status).toBe(200);
    }
    expect(to(), 'without a session').toBe(1);
    const seen = await statuses(10, () =>
      again(session, { type: 'phone_change', phone: `+${own}` }),
    );
    // A stranger's request counts, too.
    expect([passed(seen), to()]).toEqual([6, 7]);
  });

  it('count a code before they work on its password', async () => {
    const seen = await statuses(25, () =>
      host.post('/verify', { type: 'signup', email, token: '123456', password: 'a long password' }),
    );
    expect(seen.slice(8)).toEqual(Array.from({ length: 17 }, () => 429));
  });

  it('stop password guesses by the tenth, despite X-Forwarded-For', async () => {
    await signedUp(host, email, password);
    const seen = await statuses(10, (index) =>
      signIn(email, 'wrong', { 'x-forwarded-for': `203.0.113.${index}` }),
    );
    expect(seen.slice(0, 5)).toEqual([400, 400, 400, 400, 400]);
    expect(seen.at(-1)).toBe(429);

    const right = await signIn(email, password);
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await right.json()).toMatchObject({ error_code: 'over_request_rate_limit' });
    host.passTime(5 * 60_000 + 1000);
    expect((await signIn(email, password)).status).toBe(200);
  });

  it('stop guesses at an unknown account in the same way', async () => {
    expect((await statuses(10, () => signIn('nobody@example.com', 'wrong'))).at(-1)).toBe(429);
  });

  it('count for one account over many networks, but not for one that signed in before', async () => {
    await host.close();
    await start(1);
    await signedUp(host, email, password);
    const from = (network: string, word: string) =>
      signIn(email, word, { 'x-forwarded-for': network });
    expect((await from('192.0.2.1', password)).status).toBe(200);
    const seen = await statuses(defaultLimits.guessesPerAccount.attempts + 1, (index) =>
      from(`203.0.113.${index}`, 'wrong'),
    );
    expect(seen.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 400));
    expect(seen.at(-1)).toBe(429);
    expect((await from('192.0.2.2', password)).status).toBe(429);
    expect((await from('192.0.2.1', password)).status).toBe(200);
  });

  it('keep a stranger’s wrong passwords from shutting the account’s owner out elsewhere', async () => {
    await host.close();
    await start(1);
    await signedUp(host, email, password);
    const from = (network: string, word: string) =>
      signIn(email, word, { 'x-forwarded-for': network });
    expect((await statuses(10, () => from('203.0.113.7', 'wrong'))).at(-1)).toBe(429);
    expect((await from('192.0.2.1', password)).status).toBe(200);
  });

  it('keep a stranger’s requests from using up the emails of somebody else', async () => {
    await host.close();
    await start(1);
    const ask = (network: string) => host.post('/otp', { email }, { 'x-forwarded-for': network });
    expect(await statuses(5, () => ask('203.0.113.7'))).toEqual([200, 200, 200, 200, 429]);
    expect((await ask('192.0.2.1')).status).toBe(200);
  });

  it('limit codes for a booking by its network, also for an id without a booking', async () => {
    await host.close();
    await start(1);
    const booking_id = '5f0c7a52-8d5d-4d19-9a44-3b6f0a1f7c10';
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const ask = () => host.post('/otp', { booking_id }, from);
    expect(await statuses(5, ask)).toEqual([200, 200, 200, 200, 429]);
    const guess = () => host.post('/verify', { type: 'email', booking_id, token: '123456' }, from);
    expect((await statuses(9, guess)).at(-1)).toBe(429);
  });

  it('count for one address over many accounts, behind a proxy', async () => {
    await host.close();
    await start(1);
    const from = (address: string) => (index: number) =>
      signIn(`person-${index}@example.com`, 'wrong', {
        'x-forwarded-for': `198.51.100.${index}, ${address}`,
      });
    expect((await statuses(21, from('203.0.113.7'))).at(-1)).toBe(429);
    expect((await from('203.0.113.8')(0)).status).toBe(400);
  });

  it('let in who signed in from an address before, although a proxy gives it to everybody', async () => {
    await signedUp(host, email, password);
    expect((await signIn(email, password)).status).toBe(200);
    const strangers = await statuses(30, (index) => signIn(`p-${index}@example.com`, 'wrong'));
    expect(strangers.at(-1)).toBe(429);
    expect((await signIn(email, password)).status).toBe(200);
    expect((await statuses(9, () => signIn(email, 'wrong'))).at(-1)).toBe(429);
  });

  it('count simultaneous guesses', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(email, 'wrong')));
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(8);
  });

  it('do not count correct passwords', async () => {
    await signedUp(host, email, password);
    const seen = await statuses(25, () => signIn(email, password));
    expect(new Set(seen)).toEqual(new Set([200]));
  });

  it('survive a restart', async () => {
    await statuses(9, () => signIn(email, 'wrong'));
    await host.close();
    await start();
    expect((await signIn(email, 'wrong')).status).toBe(429);
  });

  it('stop guesses at a code by the tenth', async () => {
    await host.client().signUp({ email, password });
    const { code } = await newestMail(host, email);
    const wrong = code === '000000' ? '000001' : '000000';
    const seen = await statuses(10, () =>
      host.post('/verify', { type: 'signup', email, token: wrong }),
    );
    expect(seen.at(0)).toBe(403);
    expect(seen.at(-1)).toBe(429);
  });

  it('stop guesses at a second factor by the tenth, over all sessions, for an hour', async () => {
    const client = await signedUp(host, email, password);
    const { factorId, code } = await protectedBy(host, client);
    const wrong = code() === '000000' ? '000001' : '000000';
    const seen: (number | undefined)[] = [];
    for (let index = 0; index < 10; index += 1) {
      const { error } = await client.mfa.challengeAndVerify({ factorId, code: wrong });
      seen.push(error?.status);
    }
    expect([seen.at(0), seen.at(-1)]).toEqual([422, 429]);
    host.passTime(30 * 60_000);
    const right = await client.mfa.challengeAndVerify({ factorId, code: code() });
    expect(right.error?.code).toBe('over_request_rate_limit');
    host.passTime(31 * 60_000);
    await client.refreshSession();
    const later = await client.mfa.challengeAndVerify({ factorId, code: code() });
    expect(later.error).toBeNull();
  });

  it('stop emails to one person by the tenth, known or not', async () => {
    await signedUp(host, email, password);
    for (const account of [email, 'nobody@example.com']) {
      const seen = await statuses(6, () => host.post('/recover', { email: account }));
      expect(seen).toEqual([200, 200, 200, 200, 429, 429]);
    }
    const refused = await host.post('/recover', { email });
    expect(await refused.json()).toMatchObject({ error_code: 'over_email_send_rate_limit' });
    expect(await host.mailsTo(email)).toHaveLength(1 + 4);
  });

  it('stop text messages to one number within minutes and within a day, and in total', async () => {
    await host.close();
    const texts = recordTexts();
    const smsPerAddress = { attempts: 1000, windowSeconds: 60 };
    const smsPerDay = { attempts: 12, windowSeconds: 86_400 };
    const limits = { ...defaultLimits, smsPerAddress, smsPerDay };
    host = await startAuthHost(database, { limits, sendSms: texts.sendSms });
    const send = (phone: string) => host.post('/otp', { phone });
    expect(await statuses(4, () => send('+14165550100'))).toEqual([200, 200, 200, 429]);
    const refused = await send('+14165550100');
    expect(await refused.json()).toMatchObject({ error_code: 'over_sms_send_rate_limit' });
    const afterQuarterHour = () => {
      host.passTime(15 * 60_000 + 1000);
      return statuses(3, () => send('+14165550100'));
    };
    expect(await afterQuarterHour()).toEqual([200, 200, 200]);
    expect(await afterQuarterHour()).toEqual([200, 200, 429]);
    const others = await statuses(5, (index) => send(`+1416555020${index}`));
    expect(others).toEqual([200, 200, 200, 200, 429]);
    expect(texts.sent).toHaveLength(12);
  });

  it('stop text messages requested by one address', async () => {
    await host.close();
    host = await startAuthHost(database, { limits: defaultLimits, sendSms: recordTexts().sendSms });
    const seen = await statuses(11, (index) =>
      host.post('/otp', { phone: `+141655503${10 + index}` }),
    );
    expect([seen.at(9), seen.at(10)]).toEqual([200, 429]);
  });

  it('leave text messages to others when one address requests them all day', async () => {
    await host.close();
    const texts = recordTexts();
    host = await startAuthHost(database, {
      limits: defaultLimits,
      sendSms: texts.sendSms,
      trustedProxies: 1,
    });
    const send = (index: number, from: string) =>
      host.post('/otp', { phone: `+1416555${1000 + index}` }, { 'x-forwarded-for': from });
    let asked = 0;
    for (let hour = 0; hour < 4; hour += 1) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => send((asked += 1), '203.0.113.7')),
      );
      const seen = new Set(answers.map(({ status }) => status));
      expect(seen).toEqual(new Set([hour < 3 ? 200 : 429]));
      host.passTime(3_600_000 + 1000);
    }
    expect(texts.sent).toHaveLength(30);
    expect((await send(99, '203.0.113.8')).status).toBe(200);
    host.passTime(20 * 3_600_000);
    expect((await send(98, '203.0.113.7')).status).toBe(200);
  });

  it('stop guesses at a nonce by the tenth', async () => {
    const client = await signedUp(host, email, password);
    host.passTime(24 * 3_600_000 + 1000);
    await client.refreshSession();
    await client.reauthenticate();
    const wrong = wrongFor((await newestMail(host, email)).code);
    const seen: (number | undefined)[] = [];
    for (let index = 0; index < 10; index += 1) {
      const { error } = await client.updateUser({ password: `another-${index}`, nonce: wrong });
      seen.push(error?.status);
    }
    expect([seen.at(0), seen.at(-1)]).toEqual([422, 429]);
  });

  it('stop guesses at the verifier of a code by the tenth', async () => {
    const client = host.client('pkce');
    await client.signUp({ email: 'flow@example.com', password });
    const { link } = await newestMail(host, 'flow@example.com');
    const { code } = await openLink(link);
    const guess = () =>
      host.post('/token?grant_type=pkce', { auth_code: code, code_verifier: 'a'.repeat(56) });
    const seen = await statuses(10, guess);
    expect([seen.at(0), seen.at(-1)]).toEqual([400, 429]);
  });

  it('stop emails to many people from one address', async () => {
    await host.close();
    const mailsPerAddress = { attempts: 3, windowSeconds: 60 };
    host = await startAuthHost(database, { limits: { ...defaultLimits, mailsPerAddress } });
    const seen = await statuses(4, (index) =>
      host.post('/recover', { email: `p${index}@example.com` }),
    );
    expect(seen).toEqual([200, 200, 200, 429]);
  });

  it('store no address in plain text', async () => {
    await signIn(email, 'wrong');
    const { rows } = await database.pool.query('select * from auth.rate_limits');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/ann@|127\.0\.0\.1/);
  });
});
