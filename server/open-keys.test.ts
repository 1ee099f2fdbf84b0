import { SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from './backend/database/database.ts';
import { identify } from './backend/identity.ts';
import type { Keys } from './backend/keys.ts';
import { openKeys, refreshMs, rotateSigningSecret } from './open-keys.ts';
import { secretsSchema } from './secrets.ts';
import { openCopy } from './testing/databases.ts';

let database: Database;
beforeEach(async () => {
  database = await openCopy();
  await secretsSchema(database);
});
afterEach(() => database.close());

const hourMs = 3_600_000;
const account = '00000000-0000-4000-8000-000000000001';
const later = (ms: number) => new Date(Date.now() + ms);

/** A token of that secret, valid for a year. */
const tokenOf = (secret: Uint8Array, role: string, claims = {}) =>
  new SignJWT({ role, ...(role === 'authenticated' && { aud: role }), ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(later(365 * 24 * hourMs))
    .sign(secret);

async function roleOf(token: string, keys: Keys, now = new Date()) {
  const headers = { authorization: `Bearer ${token}` };
  const found = await identify(new Request('http://app.test', { headers }), keys, now);
  return found.ok ? found.identity.role : null;
}

test('a running server accepts the tokens of another one that signs with a new secret', async () => {
  const running = await openKeys(database);
  await rotateSigningSecret(database);
  const restarted = await openKeys(database);
  const token = await tokenOf(restarted.signing.current, 'authenticated');
  expect(await roleOf(token, running)).toBe('authenticated');
  expect(running.signing.current).toEqual(restarted.signing.current);
  expect(running.serviceKey).toBe(restarted.serviceKey);
  expect(running.secret).toEqual(restarted.secret);
});

test('a token of the former secret is valid for its hour, whatever it says itself', async () => {
  const running = await openKeys(database);
  const user = await tokenOf(running.signing.current, 'authenticated');
  const service = running.serviceKey;
  // Cached, which must not prolong it.
  expect(await roleOf(user, running)).toBe('authenticated');
  await rotateSigningSecret(database);
  await running.refresh();
  for (const token of [user, service]) {
    expect(await roleOf(token, running, later(hourMs))).not.toBeNull();
    expect(await roleOf(token, running, later(hourMs + refreshMs + 5_000))).toBeNull();
  }
});

test('an open page keeps its public key, whose secret gives no other role', async () => {
  const { anonKey, secret } = await openKeys(database);
  await rotateSigningSecret(database);
  await rotateSigningSecret(database);
  const running = await openKeys(database);
  expect(await roleOf(anonKey, running, later(2 * hourMs))).toBe('anon');
  expect(running.anonKey).toBe(anonKey);
  for (const role of ['authenticated', 'service_role']) {
    expect(await roleOf(await tokenOf(secret, role), running, later(2 * hourMs))).toBeNull();
  }
  for (const claims of [
    {},
    { sub: account },
    { session_id: account },
    { email: 'a@example.com' },
  ]) {
    expect(
      await roleOf(await tokenOf(secret, 'anon', claims), running, later(2 * hourMs)),
    ).toBeNull();
  }
});

test('forged tokens cost a query a second at most', async () => {
  const keys = await openKeys(database);
  const asked = vi.spyOn(database.pool, 'query');
  const token = await tokenOf(new TextEncoder().encode('guessed'), 'service_role');
  await Promise.all(Array.from({ length: 50 }, () => roleOf(token, keys)));
  expect(asked.mock.calls.filter(([text]) => text.includes('former_signing_secret'))).toHaveLength(
    1,
  );
});
