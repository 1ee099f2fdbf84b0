import { TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { defaultBusiness } from '../../../domain/business/default-business.ts';
import { enrolled, protectedBy, proveFactor } from './authenticator.ts';
import { signedIn, useAuthHost } from './auth-test-host.ts';

const password = 'secret-1';

describeEachDatabase('a second factor', (open) => {
  const auth = useAuthHost(open);
  const signUp = (email: string) => signedIn(auth, email, password);
  const signIn = async (email: string) => {
    const client = auth.host.client();
    await client.signInWithPassword({ email, password });
    return client;
  };
  const claimsOf = async (client: Awaited<ReturnType<typeof signUp>>) => {
    const { data } = await client.getClaims();
    return data?.claims as { aal?: string; amr?: { method: string; timestamp: number }[] };
  };

  it('is enrolled with a secret, its URI and a QR code that name the business [S7.20]', async () => {
    const client = await signUp('qr@example.com');
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
    const uri = new URL(data?.totp.uri ?? '');
    expect(uri.protocol + uri.host).toBe('otpauth:totp');
    expect(uri.searchParams.get('issuer')).toBe(defaultBusiness.facts.name);
    expect(decodeURIComponent(uri.pathname)).toBe(`/${defaultBusiness.facts.name}:qr@example.com`);
    expect(uri.searchParams.get('secret')).toBe(data?.totp.secret);
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
  });

  it('names the published business', async () => {
    await auth.database.pool.query(
      `insert into public.business_versions (version, business)
       select 2, jsonb_set(business, '{facts,name}', '"Ferry Wash"') from public.business_versions`,
    );
    const client = await signUp('named@example.com');
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect(new URL(data?.totp.uri ?? '').searchParams.get('issuer')).toBe('Ferry Wash');
    await auth.database.pool.query('delete from public.business_versions where version = 2');
  });

  it('counts after its first code, which raises the session to aal2 [S7.22]', async () => {
    const client = await signUp('lift@example.com');
    const app = await enrolled(auth.host, client);
    expect((await client.mfa.listFactors()).data).toMatchObject({
      all: [{ id: app.factorId, status: 'unverified', friendly_name: 'Phone' }],
      totp: [],
    });
    expect((await claimsOf(client)).aal).toBe('aal1');
    await proveFactor(auth.host, client, app);
    const claims = await claimsOf(client);
    expect(claims.aal).toBe('aal2');
    expect(claims.amr?.map(({ method }) => method)).toEqual(['password', 'totp']);
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id: app.factorId }]);
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    });
  });

  it('is required at the next sign-in, and the level survives a refresh', async () => {
    const app = await protectedBy(auth.host, await signUp('again@example.com'));
    const client = await signIn('again@example.com');
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    await proveFactor(auth.host, client, app);
    await client.refreshSession();
    const claims = await claimsOf(client);
    expect([claims.aal, claims.amr?.length]).toEqual(['aal2', 2]);
  });

  it('accepts a code once, and no earlier code', async () => {
    const client = await signUp('replay@example.com');
    const app = await protectedBy(auth.host, client);
    const { factorId } = app;
    const used = app.code();
    const { now } = auth.host;
    const before = new TOTP({ secret: app.secret }).generate({
      timestamp: now().getTime() - 30_000,
    });
    for (const code of [used, before]) {
      const { error } = await client.mfa.challengeAndVerify({ factorId, code });
      expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    }
    await proveFactor(auth.host, client, app);
  });

  it('accepts one code of two simultaneous ones', async () => {
    const client = await signUp('twice@example.com');
    const { factorId, code } = await enrolled(auth.host, client);
    const challenges = await Promise.all([1, 2].map(() => client.mfa.challenge({ factorId })));
    const token = (await client.getSession()).data.session?.access_token;
    const answers = await Promise.all(
      challenges.map(({ data }) =>
        auth.host.post(
          `/factors/${factorId}/verify`,
          { challenge_id: data?.id, code: code() },
          { authorization: `Bearer ${token}` },
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('tolerates a clock that is half a minute off, and no more', async () => {
    const client = await signUp('clock@example.com');
    const { factorId, secret } = await enrolled(auth.host, client);
    const codeAt = (offsetMs: number) =>
      new TOTP({ secret }).generate({ timestamp: auth.host.now().getTime() + offsetMs });
    const attempt = async (offsetMs: number) => {
      const code = codeAt(offsetMs);
      return (await client.mfa.challengeAndVerify({ factorId, code })).error?.code;
    };
    expect(await attempt(-60_000)).toBe('mfa_verification_failed');
    expect(await attempt(60_000)).toBe('mfa_verification_failed');
    expect(await attempt(-30_000)).toBeUndefined();
    expect(await attempt(30_000)).toBeUndefined();
  });

  it('accepts a code within five minutes of the challenge, for that factor only [S7.21]', async () => {
    const client = await signUp('late@example.com');
    const { factorId, code } = await enrolled(auth.host, client);
    const { data } = await client.mfa.challenge({ factorId });
    const challengeId = data?.id ?? '';
    auth.host.passTime(5 * 60_000 + 1000);
    await client.signInWithPassword({ email: 'late@example.com', password });
    const late = await client.mfa.verify({ factorId, challengeId, code: code() });
    expect(late.error?.code).toBe('mfa_challenge_expired');

    const other = await signUp('late-other@example.com');
    const foreign = await other.mfa.challenge({ factorId });
    expect(foreign.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    const unknown = await client.mfa.verify({ factorId, challengeId: 'x', code: code() });
    expect(unknown.error?.code).toBe('mfa_factor_not_found');
  });

  it('keeps a pending enrolment, and its name for five minutes', async () => {
    const client = await signUp('name@example.com');
    const first = await enrolled(auth.host, client, 'Phone');
    const conflict = { status: 422, code: 'mfa_factor_name_conflict' };
    const same = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect(same.error).toMatchObject(conflict);
    await enrolled(auth.host, client, 'Tablet');
    expect((await client.mfa.listFactors()).data?.all).toHaveLength(2);
    expect((await client.mfa.challenge({ factorId: first.factorId })).error).toBeNull();

    auth.host.passTime(5 * 60_000 + 1000);
    await client.signInWithPassword({ email: 'name@example.com', password });
    const second = await enrolled(auth.host, client, 'Phone');
    expect((await client.mfa.challenge({ factorId: first.factorId })).error?.status).toBe(404);
    await proveFactor(auth.host, client, second);
    const again = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect(again.error).toMatchObject(conflict);
    expect(
      (await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })).error,
    ).toBeNull();
  });

  it('cannot be added or removed with the password alone, which cannot change the account either', async () => {
    const email = 'thief@example.com';
    const { factorId } = await protectedBy(auth.host, await signUp(email));
    const thief = await signIn(email);
    const added = await thief.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' });
    expect(added.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect((await thief.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal');
    for (const change of [{ password: 'another-1' }, { email: 'thief2@example.com' }]) {
      const { error } = await thief.updateUser(change);
      expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    }
    expect((await thief.updateUser({ data: { first_name: 'T' } })).error).toBeNull();
  });

  it('is removed by the person who proved it, and raised sessions drop to aal1 [S7.23]', async () => {
    const email = 'remove@example.com';
    const client = await signUp(email);
    const { factorId } = await protectedBy(auth.host, client);
    expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    await client.refreshSession();
    const claims = await claimsOf(client);
    expect([claims.aal, claims.amr?.map(({ method }) => method)]).toEqual(['aal1', ['password']]);
    expect((await client.getUser()).data.user?.factors).toBeUndefined();
  });

  it('ends the sessions without proof, and revokes older refresh tokens of its own', async () => {
    const email = 'others@example.com';
    const client = await signUp(email);
    const elsewhere = await signIn(email);
    const copied = (await client.getSession()).data.session?.refresh_token;
    await protectedBy(auth.host, client);
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
    const stolen = await auth.host.post('/token?grant_type=refresh_token', {
      refresh_token: copied,
    });
    expect(stolen.status).toBe(400);
    expect((await client.refreshSession()).error).toBeNull();
  });

  it('is signed out like any session: here, elsewhere and everywhere', async () => {
    const email = 'out@example.com';
    const first = await signUp(email);
    const app = await protectedBy(auth.host, first);
    const second = await signIn(email);
    await proveFactor(auth.host, second, app);
    await second.signOut({ scope: 'others' });
    expect((await first.getUser()).error).not.toBeNull();
    expect((await second.getUser()).error).toBeNull();
    await second.signOut();
    expect((await second.getUser()).error).not.toBeNull();
    expect((await claimsOf(await signIn(email))).aal).toBe('aal1');
  });

  it('keeps its secret encrypted and shows it once', async () => {
    const client = await signUp('sealed@example.com');
    const { secret } = await enrolled(auth.host, client);
    const { rows } = await auth.database.pool.query('select * from auth.mfa_factors');
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify((await client.getUser()).data)).not.toContain(secret);
  });

  it('is an authenticator app: phone and security key are refused', async () => {
    const client = await signUp('kinds@example.com');
    const phone = await client.mfa.enroll({ factorType: 'phone', phone: '+14165550100' });
    expect(phone.error?.code).toBe('mfa_phone_enroll_not_enabled');
    const key = await client.mfa.enroll({ factorType: 'webauthn' });
    expect(key.error?.code).toBe('mfa_webauthn_enroll_not_enabled');
    const nameless = await auth.host.post('/factors', {});
    expect(nameless.status).toBe(401);
  });
});
