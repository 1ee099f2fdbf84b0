import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { identify } from './identity.ts';
import { type Keys, keysFrom, newSecret } from './keys.ts';

let keys: Keys;
beforeAll(async () => {
  keys = await keysFrom(newSecret());
});

const soon = () => Math.floor(Date.now() / 1000) + 60;

const sign = (secret: Uint8Array, claims: Record<string, unknown>, alg = 'HS256') =>
  new SignJWT({ exp: soon(), ...claims }).setProtectedHeader({ alg }).sign(secret);

const withBearer = (token: string) =>
  identify(new Request('http://app.test', { headers: { authorization: `Bearer ${token}` } }), keys);

describe('the identity behind a request', () => {
  it('is anonymous without any token', async () => {
    const result = await identify(new Request('http://app.test'), keys);
    expect(result).toMatchObject({ ok: true, identity: { role: 'anon' } });
  });

  it('is what the two long-lived keys say', async () => {
    expect(await withBearer(keys.anonKey)).toMatchObject({ identity: { role: 'anon' } });
    expect(await withBearer(keys.serviceKey)).toMatchObject({ identity: { role: 'service_role' } });
  });

  it('comes from the apikey header when there is no bearer token', async () => {
    const request = new Request('http://app.test', { headers: { apikey: keys.anonKey } });
    expect(await identify(request, keys)).toMatchObject({ identity: { role: 'anon' } });
  });

  it('is the signed-in person of a good token', async () => {
    const token = await sign(keys.secret, { role: 'authenticated', sub: 'someone' });
    expect(await withBearer(token)).toMatchObject({
      identity: { role: 'authenticated', claims: { sub: 'someone' } },
    });
  });

  it('is refused, and never anonymous, for a forged or stale token', async () => {
    const forged = new TextEncoder().encode('someone else’s secret, long enough to sign with');
    const serviceClaims = { role: 'service_role', exp: soon() };
    const good = await sign(keys.secret, { role: 'authenticated', sub: 'someone' });
    const [header, , signature] = good.split('.');
    const raised = Buffer.from(JSON.stringify(serviceClaims)).toString('base64url');
    const refused = {
      'alg none': new UnsecuredJWT(serviceClaims).encode(),
      'alg none with a signature': `${new UnsecuredJWT(serviceClaims).encode()}${signature}`,
      'another secret': await sign(forged, { role: 'authenticated', sub: 'someone' }),
      'service role, another secret': await sign(forged, { role: 'service_role' }),
      'service role, old signature': `${header}.${raised}.${signature}`,
      'another algorithm': await sign(keys.secret, { role: 'authenticated' }, 'HS512'),
      expired: await sign(keys.secret, { role: 'authenticated', exp: soon() - 120 }),
      'without an end': await new SignJWT({ role: 'authenticated' })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(keys.secret),
      'not yet valid': await sign(keys.secret, { role: 'authenticated', nbf: soon() }),
      'an unknown role': await sign(keys.secret, { role: 'postgres' }),
      'no role': await sign(keys.secret, { sub: 'someone' }),
      'not a token': 'abc.def.ghi',
    };
    for (const [name, token] of Object.entries(refused)) {
      expect({ name, ...(await withBearer(token)) }).toMatchObject({ name, ok: false });
    }
  });

  it('is not taken from the apikey when the bearer token is bad', async () => {
    const headers = { apikey: keys.serviceKey, authorization: 'Bearer abc.def.ghi' };
    const result = await identify(new Request('http://app.test', { headers }), keys);
    expect(result).toEqual({ ok: false, message: 'JWT invalid' });
  });

  it('ends with its token, however often that was good before', async () => {
    const exp = soon();
    const token = await sign(keys.secret, { role: 'authenticated', sub: 'someone', exp });
    const request = new Request('http://app.test', { headers: { apikey: token } });
    const at = (seconds: number) => identify(request, keys, new Date(seconds * 1000));
    expect(await at(exp - 1)).toMatchObject({ ok: true });
    expect(await at(exp - 1)).toMatchObject({ ok: true });
    expect(await at(exp)).toEqual({ ok: false, message: 'JWT expired' });
  });

  it('is not remembered for another host’s keys', async () => {
    const token = await sign(keys.secret, { role: 'service_role' });
    expect(await withBearer(token)).toMatchObject({ ok: true });
    const request = new Request('http://app.test', { headers: { apikey: token } });
    expect(await identify(request, await keysFrom(newSecret()))).toMatchObject({ ok: false });
  });
});
