import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { idTokenReader } from './id-tokens.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(answer: RequestListener) {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Oddity = {
  /** Redirects to another address with the same content. */
  redirected?: string;
  /** The issuer in the discovery document, in place of its own. */
  named?: string;
};

/** Reads a token signed by a provider with this fault. */
async function readingFrom({ redirected, named }: Oddity) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' };
  let issuer = '';
  const describe: RequestListener = ({ url }, response) => {
    const isDescription = url === '/.well-known/openid-configuration';
    const body = isDescription
      ? { issuer: named ?? issuer, jwks_uri: `${issuer}/keys` }
      : { keys: [jwk] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };
  const elsewhere = await listen(describe);
  issuer = await listen((request, response) => {
    if (request.url !== redirected) describe(request, response);
    else response.writeHead(302, { location: `${elsewhere}${redirected}` }).end();
  });
  const nonce = createHash('sha256').update('n').digest('hex');
  const token = await new SignJWT({ iss: issuer, aud: 'our-app', sub: 'p1', nonce })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(privateKey);
  const settings = { provider: 'google', issuer, clientIds: ['our-app'], jwksUrl: null };
  return () => idTokenReader(settings, () => new Date())({ token, nonce: 'n' });
}

test.each(['/.well-known/openid-configuration', '/keys'])(
  'trusts no keys when the provider redirects %s to another address',
  async (redirected) => {
    const read = await readingFrom({ redirected });
    await expect(read()).rejects.toThrow();
  },
);

test('trusts no keys of a discovery document that names another issuer', async () => {
  const read = await readingFrom({ named: 'https://issuer.example' });
  await expect(read()).rejects.toThrow('has no usable discovery document');
});

test('accepts a token of a provider with a discovery document', async () => {
  const read = await readingFrom({});
  expect(await read()).toMatchObject({ provider: 'google', id: 'p1' });
});
