import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** A provider on loopback with a discovery document, which signs any token. */
export async function startProvider() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' };
  let issuer = '';
  const server = createServer((request, response) => {
    const isDescription = request.url === '/.well-known/openid-configuration';
    const body = isDescription ? { issuer, jwks_uri: `${issuer}/keys` } : { keys: [jwk] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sign = (claims: Record<string, unknown>, key = privateKey) =>
    new SignJWT({ iss: issuer, aud: 'our-app', sub: 'p1', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .setIssuedAt(claims['iat'] as number | undefined)
      .setExpirationTime('10m')
      .sign(key);
  return { issuer, sign, close: () => new Promise((resolve) => server.close(resolve)) };
}
