import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { asRequest } from '../database/request-transaction.ts';
import type { Database } from '../database/database.ts';
import { identify } from '../identity.ts';
import { book } from '../../../supabase/tests/bookings.ts';
import { enrolled, proveFactor } from './authenticator.ts';
import {
  type AuthTestHost,
  newestMail,
  openLink,
  recordTexts,
  sessionOf,
  signedIn,
  startAuthHost,
} from './auth-test-host.ts';
import { startProvider } from './provider-double.ts';

// A stranger prepares an account for the address of another person, who then comes to the business in her own way. Every
// preparation meets every arrival: docs/decisions/0121.
describeEachDatabase(
  "an account prepared for another person's address",
  { both: 'access' },
  (open) => {
    let database: Database;
    let host: AuthTestHost;
    let provider: Awaited<ReturnType<typeof startProvider>>;
    const texts = recordTexts();
    beforeAll(async () => {
      provider = await startProvider();
      database = await open();
      host = await startAuthHost(database, {
        sendSms: texts.sendSms,
        oidc: {
          provider: 'google',
          issuer: provider.issuer,
          clientIds: ['our-app'],
          jwksUrl: null,
        },
      });
    });
    afterAll(async () => {
      await host.close();
      await database.close();
      await provider.close();
    });

    type Client = ReturnType<AuthTestHost['client']>;
    const strangers = 'password of the stranger';
    const owners = 'password of the owner';

    const challengeOf = (verifier: string) => ({
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 's256',
    });

    let people = 0;
    const phones = new Map<string, string>();
    const newPhone = (email: string) => {
      const phone = `1416555${1000 + phones.size}`;
      phones.set(email, phone);
      return phone;
    };
    const nonce = 'what only the page knows';
    const hashed = createHash('sha256').update(nonce).digest('hex');
    const signInAtProvider = async (client: Client, claims: object) => {
      const token = await provider.sign({ nonce: hashed, ...claims });
      return client.signInWithIdToken({ provider: 'google', token, nonce });
    };

    // One at a time: each moves the clock of the host.
    let turn: Promise<unknown> = Promise.resolve();
    const addFactor = (client: Client) => {
      const mine = turn.then(async () => proveFactor(host, client, await enrolled(host, client)));
      turn = mine.catch(() => undefined);
      return mine;
    };

    /** A stranger's own account, by phone, with a password. */
    async function byPhone(email: string) {
      const phone = newPhone(email);
      await host.post('/signup', { phone, password: strangers });
      const client = host.client();
      const proof = { phone, token: texts.newest(phone), type: 'sms', password: strangers };
      const confirmed = await host.post('/verify', proof);
      await client.setSession(
        (await confirmed.json()) as { access_token: string; refresh_token: string },
      );
      return client;
    }

    /** What the stranger does first, and the client that may have a session afterwards. */
    const preparations: Record<string, (email: string) => Promise<Client>> = {
      'a password': async (email) => {
        const client = host.client();
        await client.signUp({
          email,
          password: strangers,
          options: { data: { first_name: 'Eve' } },
        });
        return client;
      },
      'a password, in the code flow': async (email) => {
        const client = host.client('pkce');
        await client.signUp({
          email,
          password: strangers,
          options: { data: { first_name: 'Eve' } },
        });
        return client;
      },
      'a code': async (email) => {
        const client = host.client();
        await client.signInWithOtp({ email });
        return client;
      },
      'a link, in the code flow': async (email) => {
        const client = host.client('pkce');
        await client.signInWithOtp({ email, options: { data: { first_name: 'Eve' } } });
        return client;
      },
      'a forgotten password': async (email) => {
        const client = host.client('pkce');
        await client.signUp({ email, password: strangers });
        await client.resetPasswordForEmail(email);
        return client;
      },
      'an account by phone that changes its address': async (email) => {
        const client = await byPhone(email);
        await client.updateUser({ email });
        return client;
      },
      'an account with an address that changes it': async (email) => {
        const client = await signedIn({ host, database }, `eve.${email}`, strangers);
        await client.updateUser({ email });
        await openLink((await newestMail(host, `eve.${email}`)).link, {}, await sessionOf(client));
        return client;
      },
      'an account with a second factor that changes its address': async (email) => {
        const client = await byPhone(email);
        await addFactor(client);
        await client.updateUser({ email });
        return client;
      },
      'an identity provider that did not verify the address': async (email) => {
        const client = host.client();
        await signInAtProvider(client, { sub: `eve ${email}`, email, email_verified: false });
        return client;
      },
      'an identity that changes its address': async (email) => {
        const client = host.client();
        await signInAtProvider(client, {
          sub: `eve ${email}`,
          email: `eve.${email}`,
          email_verified: true,
        });
        await client.updateUser({ email });
        return client;
      },
    };

    /** The newest link that this client of the code flow requested, pressed and exchanged. */
    const exchanged = async (client: Client, email: string) => {
      const { code } = await openLink((await newestMail(host, email)).link);
      const { error } = await client.exchangeCodeForSession(code);
      expect(error).toBeNull();
      return client;
    };
    const setPassword = async (client: Client) => {
      const { error } = await client.updateUser({ password: owners });
      expect(error).toBeNull();
    };
    const session = async (opened: { tokens: { access_token: string; refresh_token: string } }) => {
      const client = host.client();
      const { error } = await client.setSession(opened.tokens);
      expect(error).toBeNull();
      return client;
    };

    /** How the owner of the address arrives; her signed-in client. */
    const arrivals: Record<string, (email: string, bookingId: string) => Promise<Client>> = {
      'a password': async (email) => {
        await host.client().signUp({ email, password: owners });
        return session(await openLink((await newestMail(host, email)).link, { password: owners }));
      },
      'a code': async (email) => {
        const client = host.client();
        await client.signInWithOtp({ email });
        const { code } = await newestMail(host, email);
        expect((await client.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull();
        return client;
      },
      'a link': async (email) => {
        await host.client().signInWithOtp({ email });
        return session(await openLink((await newestMail(host, email)).link));
      },
      'a forgotten password': async (email) => {
        // Without an account she gets no email, and signs up.
        await host.client().resetPasswordForEmail(email);
        const mail = (await host.mailsTo(email)).at(-1);
        if (mail?.template !== 'password_recovery' || mail.link.includes('pkce_')) {
          return arrivals['a password']?.(email, '') as Promise<Client>;
        }
        const client = await session(await openLink(mail.link));
        await setPassword(client);
        return client;
      },
      'a password, in the code flow': async (email) => {
        const client = host.client('pkce');
        await client.signUp({ email, password: owners });
        return exchanged(client, email);
      },
      'a link, in the code flow': async (email) => {
        const client = host.client('pkce');
        await client.signInWithOtp({ email });
        return exchanged(client, email);
      },
      'the code of a link of the code flow': async (email) => {
        const client = host.client('pkce');
        await client.signInWithOtp({ email });
        const { code } = await newestMail(host, email);
        expect((await client.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull();
        return client;
      },
      'a link with its secret': async (email) => {
        const verifier = 'b'.repeat(56);
        await host.post('/otp', { email, ...challengeOf(verifier) });
        const { link } = await newestMail(host, email);
        return session(await openLink(link, { code_verifier: verifier }));
      },
      'a forgotten password, in the code flow': async (email) => {
        const client = host.client('pkce');
        await client.resetPasswordForEmail(email);
        const mail = (await host.mailsTo(email)).at(-1);
        return mail?.template === 'password_recovery'
          ? exchanged(client, email)
          : (arrivals['a link, in the code flow']?.(email, '') as Promise<Client>);
      },
      'a forgotten password with its secret': async (email) => {
        const verifier = 'c'.repeat(56);
        await host.post('/recover', { email, ...challengeOf(verifier) });
        const mail = (await host.mailsTo(email)).at(-1);
        return mail?.template === 'password_recovery'
          ? session(await openLink(mail.link, { code_verifier: verifier }))
          : (arrivals['a link with its secret']?.(email, '') as Promise<Client>);
      },
      'a confirmation that she has resent': async (email) => {
        const verifier = 'd'.repeat(56);
        await host.post('/resend', { type: 'signup', email, ...challengeOf(verifier) });
        const mail = (await host.mailsTo(email)).at(-1);
        if (mail?.template !== 'signup_confirmation') {
          return arrivals['a link with its secret']?.(email, '') as Promise<Client>;
        }
        const opened = await openLink(mail.link, { code_verifier: verifier });
        return session(opened.signsIn ? opened : await openLink(mail.link, { password: owners }));
      },
      'an identity provider': async (email) => {
        const client = host.client();
        const { error } = await signInAtProvider(client, {
          sub: `ada ${email}`,
          email,
          email_verified: true,
        });
        expect(error).toBeNull();
        return client;
      },
      'the link of a booking': async (email, bookingId) => {
        await host.post('/otp', { booking_id: bookingId });
        const { code } = await newestMail(host, email);
        const answer = await host.post('/verify', {
          booking_id: bookingId,
          token: code,
          type: 'email',
        });
        const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
        return session({ tokens });
      },
      "the confirmation in the stranger's email": async (email) => {
        // She presses the button of every email that she got, with a password where the page asks for one.
        let client: Client | null = null;
        for (const { link, template } of await host.mailsTo(email)) {
          if (!link) continue;
          const proofs = template === 'signup_confirmation' ? { password: owners } : {};
          const opened = await openLink(link, proofs);
          if (opened.signsIn) client = await session(opened);
        }
        return client ?? (arrivals['a link']?.(email, '') as Promise<Client>);
      },
    };

    const bookingsOf = async (client: Client, email: string, sql: string) => {
      const token = await sessionOf(client);
      const request = new Request('http://app.test', {
        headers: { authorization: `Bearer ${token}` },
      });
      const known = await identify(request, host.keys);
      if (!token || !known.ok) return [];
      const { rows } = await asRequest<{ rows: unknown[] }>(
        database,
        { identity: known.identity, headers: {}, method: 'POST', path: '/', writes: true },
        (connection) => connection.query(sql, [email]),
      ).catch(() => ({ rows: [] }));
      return rows;
    };
    const read = 'select id from public.bookings where customer_email = $1';
    const take = `update public.bookings set user_id = auth.uid() where customer_email = $1 returning id`;

    const isOfStranger = async (client: Client, ownersId: string) => {
      const { data } = await client.getUser();
      return data.user?.id !== ownersId;
    };

    describe.each(Object.keys(preparations))('by %s', (preparation) => {
      it.concurrent.each(Object.keys(arrivals))(
        'is hers alone when she arrives by %s',
        async (arrival) => {
          const email = `ada${(people += 1)}@takeover.example`;
          const bookingId = await book(database.pool, { customer_email: email });
          const stranger = (await preparations[preparation]?.(email)) ?? host.client();
          expect(await bookingsOf(stranger, email, read), 'before').toEqual([]);

          const owner = (await arrivals[arrival]?.(email, bookingId)) ?? host.client();
          const { data } = await owner.getUser();
          expect(data.user?.email).toBe(email);
          expect(data.user?.user_metadata, 'no details of the stranger').not.toHaveProperty(
            'first_name',
          );
          const id = data.user?.id ?? '';
          await bookingsOf(owner, email, take);
          expect(await bookingsOf(owner, email, read)).toEqual([{ id: bookingId }]);

          // What the stranger still has: a session, a password, a request that waits in the browser.
          expect(await isOfStranger(stranger, id), 'no session of the stranger').toBe(true);
          for (const password of [strangers, owners.toUpperCase()]) {
            const { error } = await host.client().signInWithPassword({ email, password });
            expect(error, 'no password of the stranger').not.toBeNull();
          }
          await stranger.refreshSession();
          await stranger.updateUser({ email });
          expect(await bookingsOf(stranger, email, take)).toEqual([]);
          expect(await bookingsOf(stranger, email, read)).toEqual([]);
          expect(await isOfStranger(stranger, id)).toBe(true);

          const { rows } = await database.pool.query(
            `select
           (select count(*)::int from auth.mfa_factors where user_id = $1) as factors,
           (select count(*)::int from auth.identities where user_id = $1 and provider_id like 'eve%') as identities,
           (select count(*)::int from auth.users where email = $2) as accounts,
           (select user_id from public.bookings where id = $3) as booked_by`,
            [id, email, bookingId],
          );
          expect(rows).toEqual([{ factors: 0, identities: 0, accounts: 1, booked_by: id }]);
        },
      );
    });
  },
);
