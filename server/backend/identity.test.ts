import { createHmac } from 'node:crypto';
import {
  CompactEncrypt,
  exportJWK,
  exportSPKI,
  FlattenedSign,
  generateKeyPair,
  type GenerateKeyPairResult,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { identify } from './identity.ts';
import { type Keys, keysFrom, newSecret } from './keys.ts';
import { recall } from './verified-tokens.ts';

let keys: Keys;
let theirPair: GenerateKeyPairResult;
beforeAll(async () => {
  keys = await keysFrom(newSecret());
  theirPair = await generateKeyPair('RS256', { extractable: true });
});

const soon = () => Math.floor(Date.now() / 1000) + 60;

const sign = (secret: Uint8Array, claims: Record<string, unknown>, alg = 'HS256') =>
  new SignJWT({ exp: soon(), aud: 'authenticated', ...claims })
    .setProtectedHeader({ alg })
    .sign(secret);

const withHeader = (authorization: string) =>
  identify(new Request('http://app.test', { headers: { authorization } }), keys);

const withBearer = (token: string) => withHeader(`Bearer ${token}`);

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that no library would write: any header, any claims, signed with any key, even an empty one. */
function written(header: object, claims: object, key: string | Uint8Array): string {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

const serviceClaims = () => ({ role: 'service_role', exp: soon() });

async function expectRefused(tokens: Record<string, string>) {
  for (const [name, token] of Object.entries(tokens)) {
    expect({ name, ...(await withBearer(token)) }).toMatchObject({ name, ok: false });
  }
}

describe('the identity behind a request', () => {
  it('is anonymous without a token', async () => {
    const result = await identify(new Request('http://app.test'), keys);
    expect(result).toMatchObject({ ok: true, identity: { role: 'anon' } });
  });

  it('is the role of the two long-lived keys', async () => {
    expect(await withBearer(keys.anonKey)).toMatchObject({ identity: { role: 'anon' } });
    expect(await withBearer(keys.serviceKey)).toMatchObject({ identity: { role: 'service_role' } });
  });

  it('comes from the apikey header without a bearer token', async () => {
    const request = new Request('http://app.test', { headers: { apikey: keys.anonKey } });
    expect(await identify(request, keys)).toMatchObject({ identity: { role: 'anon' } });
  });

  it('is the signed-in person of a valid token', async () => {
    const token = await sign(keys.secret, { role: 'authenticated', sub: 'someone' });
    expect(await withBearer(token)).toMatchObject({
      identity: { role: 'authenticated', claims: { sub: 'someone' } },
    });
  });

  it('is refused, and never anonymous, for a forged or expired token', async () => {
    const forged = new TextEncoder().encode('someone else’s secret, long enough to sign with');
    const good = await sign(keys.secret, { role: 'authenticated', sub: 'someone' });
    const [header, , signature] = good.split('.');
    const raised = encoded(serviceClaims());
    const refused = {
      'alg none': new UnsecuredJWT(serviceClaims()).encode(),
      'alg none with a signature': `${new UnsecuredJWT(serviceClaims()).encode()}${signature}`,
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
      'another audience': await sign(keys.secret, { role: 'authenticated', aud: 'elsewhere' }),
      'no audience': await sign(keys.secret, { role: 'authenticated', aud: undefined }),
      'service role, another audience': await sign(keys.secret, {
        role: 'service_role',
        aud: 'elsewhere',
      }),
      'not a token': 'abc.def.ghi',
    };
    await expectRefused(refused);
  });

  it('is not taken from the apikey when the bearer token is invalid', async () => {
    const headers = { apikey: keys.serviceKey, authorization: 'Bearer abc.def.ghi' };
    const result = await identify(new Request('http://app.test', { headers }), keys);
    expect(result).toEqual({ ok: false, message: 'JWT invalid' });
  });

  it('ends with its token, also after earlier use', async () => {
    const exp = soon();
    const token = await sign(keys.secret, { role: 'authenticated', sub: 'someone', exp });
    const request = new Request('http://app.test', { headers: { apikey: token } });
    const at = (seconds: number) => identify(request, keys, new Date(seconds * 1000));
    expect(await at(exp - 1)).toMatchObject({ ok: true });
    expect(await at(exp - 1)).toMatchObject({ ok: true });
    expect(await at(exp)).toEqual({ ok: false, message: 'JWT expired' });
  });

  it('is not cached for another host’s keys', async () => {
    const token = await sign(keys.secret, { role: 'service_role' });
    expect(await withBearer(token)).toMatchObject({ ok: true });
    const request = new Request('http://app.test', { headers: { apikey: token } });
    expect(await identify(request, await keysFrom(newSecret()))).toMatchObject({ ok: false });
  });

  it('is refused for a token signed with a key of another type', async () => {
    const { privateKey, publicKey } = theirPair;
    const header = (alg: string) => ({ alg, typ: 'JWT' });
    await expectRefused({
      'RS256 by a key of their own': await new SignJWT(serviceClaims())
        .setProtectedHeader(header('RS256'))
        .sign(privateKey),
      'HS256 with the text of a public key': written(
        header('HS256'),
        serviceClaims(),
        await exportSPKI(publicKey),
      ),
      'RS256 in name, signed as HS256': written(header('RS256'), serviceClaims(), keys.secret),
      'none in another spelling': written(header('nOnE'), serviceClaims(), keys.secret),
      'HS256 in another spelling': written(header('hs256'), serviceClaims(), keys.secret),
      'no algorithm': written({ typ: 'JWT' }, serviceClaims(), keys.secret),
      'two algorithms': written({ alg: ['HS256', 'none'] }, serviceClaims(), keys.secret),
      'an empty key': written(header('HS256'), serviceClaims(), ''),
      encrypted: await new CompactEncrypt(Buffer.from(JSON.stringify(serviceClaims())))
        .setProtectedHeader({ alg: 'dir', enc: 'A128CBC-HS256' })
        .encrypt(keys.secret.subarray(0, 32)),
      'as JSON': JSON.stringify(
        await new FlattenedSign(Buffer.from(JSON.stringify(serviceClaims())))
          .setProtectedHeader(header('HS256'))
          .sign(keys.secret),
      ),
    });
  });

  it('uses no key that a token contains or names, and fetches none', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { privateKey, publicKey } = theirPair;
    const theirs = 'a key of their own, long enough to sign with';
    const jwk = { kty: 'oct', k: Buffer.from(theirs).toString('base64url') };
    const named = (header: object, key: string) =>
      written({ alg: 'HS256', typ: 'JWT', ...header }, serviceClaims(), key);
    await expectRefused({
      'jwk, symmetric': named({ jwk }, theirs),
      'jwk, of a pair': await new SignJWT(serviceClaims())
        .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(publicKey) })
        .sign(privateKey),
      jku: named({ jku: 'http://127.0.0.1:9/keys.json', kid: 'theirs' }, theirs),
      x5u: named({ x5u: 'http://127.0.0.1:9/chain.pem' }, theirs),
      x5c: named({ x5c: [Buffer.from(theirs).toString('base64')] }, theirs),
      'kid, a path to nothing': named({ kid: '../../../../../../dev/null' }, ''),
      'kid, a path to what everybody knows': named({ kid: '/proc/sys/kernel/ostype' }, 'Linux\n'),
      'kid, SQL': named({ kid: "x' union select 'theirs' --" }, 'theirs'),
      'kid, a command': named({ kid: 'keys; sleep 5' }, theirs),
      'kid of another type': named({ kid: { toString: 'theirs' } }, theirs),
      'an extension that must be understood': written(
        { alg: 'HS256', crit: ['exp'], exp: soon() },
        serviceClaims(),
        keys.secret,
      ),
      'a body that is not encoded': written(
        { alg: 'HS256', crit: ['b64'], b64: false },
        serviceClaims(),
        keys.secret,
      ),
    });
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });

  it('is refused for a token that is cut, huge or has malformed claims', async () => {
    const good = await sign(keys.secret, { role: 'authenticated', sub: 'someone' });
    const [header = '', claims = '', signature = ''] = good.split('.');
    const hs256 = { alg: 'HS256' };
    const signed = (claimed: object) => written(hs256, claimed, keys.secret);
    await expectRefused({
      'header alone': header,
      'without a signature': `${header}.${claims}`,
      'with an empty signature': `${header}.${claims}.`,
      'without claims': `${header}..${signature}`,
      'without a header': `.${claims}.${signature}`,
      dots: '..',
      'cut by one': good.slice(0, -1),
      'cut in half': good.slice(0, good.length / 2),
      'with a part too many': `${good}.${signature}`,
      'of 64 kB, forged': written(hs256, { ...serviceClaims(), a: 'x'.repeat(65_536) }, 'theirs'),
      'with a header of 64 kB': `${encoded({ ...hs256, kid: 'x'.repeat(65_536) })}.${claims}.${signature}`,
      'a signature of 64 kB': `${header}.${claims}.${'A'.repeat(65_536)}`,
      'roles in a list': signed({ role: ['service_role'], exp: soon() }),
      'a role in capitals': signed({ role: 'SERVICE_ROLE', exp: soon() }),
      'a role with a zero byte': signed({ role: 'service_role\u0000', exp: soon() }),
      'an end in words': signed({ role: 'service_role', exp: 'never' }),
      'an end that is null': signed({ role: 'service_role', exp: null }),
      'claims in a list': signed([serviceClaims()]),
      'claims that are null': written(hs256, null as unknown as object, keys.secret),
    });
    const large = signed({
      role: 'authenticated',
      aud: 'authenticated',
      exp: soon(),
      a: 'x'.repeat(65_536),
    });
    // A valid one, too long for any connection: accepted, and never cached.
    expect(await withBearer(large)).toMatchObject({ ok: true });
    expect(recall(keys, large, new Date())).toBeNull();
  });

  it('is one token of one header, in any spelling of "Bearer"', async () => {
    const good = await sign(keys.secret, { role: 'authenticated', sub: 'someone' });
    for (const spelling of ['bearer', 'BEARER', ' Bearer ', 'Bearer\t']) {
      expect(await withHeader(`${spelling} ${good}`)).toMatchObject({
        identity: { role: 'authenticated' },
      });
    }
    const two = new Headers({ authorization: `Bearer ${good}` });
    two.append('authorization', `Bearer ${keys.serviceKey}`);
    expect(await identify(new Request('http://app.test', { headers: two }), keys)).toMatchObject({
      ok: false,
    });
    for (const pair of [`${good} ${keys.serviceKey}`, `${good},${keys.serviceKey}`]) {
      expect(await withHeader(`Bearer ${pair}`)).toMatchObject({ ok: false });
    }
    expect(await withHeader(`Basic ${keys.serviceKey}`)).toMatchObject({
      identity: { role: 'anon' },
    });
  });
});
