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

/** A provider whose description or keys are at another address, and a token signed with the keys there. */
async function providerRedirecting(path: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' };
  let issuer = '';
  const describe: RequestListener = ({ url }, response) => {
    const isDescription = url === '/.well-known/openid-configuration';
    const body = isDescription ? { issuer, jwks_uri: `${issuer}/keys` } : { keys: [jwk] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };
  const elsewhere = await listen(describe);
  issuer = await listen((request, response) => {
    if (request.url !== path) describe(request, response);
    else response.writeHead(302, { location: `${elsewhere}${path}` }).end();
  });
  const token = await new SignJWT({ iss: issuer, aud: 'our-app', sub: 'p1' })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(privateKey);
  const settings = { provider: 'google', issuer, clientIds: ['our-app'], jwksUrl: null };
  return () => idTokenReader(settings, () => new Date())({ token, nonce: '' });
}

test.each(['/.well-known/openid-configuration', '/keys'])(
  'trusts no keys when the provider redirects %s to another address',
  async (path) => {
    const read = await providerRedirecting(path);
    await expect(read()).rejects.toThrow();
  },
);

test('reads a token when the provider redirects nothing', async () => {
  const read = await providerRedirecting('/nothing');
  expect(await read()).toMatchObject({ provider: 'google', id: 'p1' });
});
