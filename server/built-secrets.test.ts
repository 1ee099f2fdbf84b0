import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const client = fileURLToPath(new URL('../dist/client', import.meta.url));

/** Patterns of server secrets. */
const secretLooks: Record<string, RegExp> = {
  'a key of Stripe': /\b(?:sk|rk)_(?:live|test)_\w+|\bwhsec_\w+/,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'an address with a password': /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s"'`/:@]+:[^\s"'`/@]+@/,
  'a name from the environment of the server':
    /\b(?:STRIPE_SECRET_KEY|STRIPE_WEBHOOK_SECRET|SMTP_URL|DATABASE_URL|ADMIN_PASSWORD|TWILIO_AUTH_TOKEN|S3_SECRET_ACCESS_KEY)\b/,
  // "service_role" in base64url, at each of its three offsets.
  'the role of the service in a token': /c2VydmljZV9yb2xl|NlcnZpY2Vfcm9sZ|zZXJ2aWNlX3JvbG/,
  'a source map': /sourceMappingURL=|"sourcesContent"/,
};

const found = (text: string) =>
  Object.entries(secretLooks).flatMap(([name, look]) => (look.test(text) ? [name] : []));

describe('the search for secrets', () => {
  it.each([
    ['a key of Stripe', 'x="sk_live_abc123"'],
    ['an address with a password', 'postgres://app:hunter2@db.example/app'],
    ['a name from the environment of the server', 'process.env.SMTP_URL'],
    ['a source map', '//# sourceMappingURL=index.js.map'],
  ])('finds %s', (name, text) => {
    expect(found(text)).toEqual([name]);
  });

  it.each([
    { role: 'service_role' },
    { a: 1, role: 'service_role' },
    { ab: 1, role: 'service_role' },
  ])('finds a token anywhere: %j', (claims) => {
    expect(found(Buffer.from(JSON.stringify(claims)).toString('base64url'))).toEqual([
      'the role of the service in a token',
    ]);
  });
});

// `npm test` builds first; without a build, a single run has nothing to search.
describe.skipIf(!existsSync(client))('the built app', () => {
  const files = existsSync(client)
    ? readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
        (file) =>
          /\.(?:js|css|html|json|webmanifest|svg|txt|xml)$/.test(file) &&
          statSync(join(client, file)).isFile(),
      )
    : [];

  it('contains no secret and no source map', () => {
    const seen = files.flatMap((file) =>
      found(readFileSync(join(client, file), 'utf8')).map((name) => `${file}: ${name}`),
    );
    expect(seen).toEqual([]);
    const maps = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.map$|(?:^|\/)\.env/.test(file),
    );
    expect(maps).toEqual([]);
  });
});
