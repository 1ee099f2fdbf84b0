import { afterAll, beforeAll, expect, test } from 'vitest';
import { callersOf } from './testing/callers.ts';
import { openCopy } from './testing/databases.ts';
import { startListeningHost } from './testing/listening-host.ts';
import { aJpeg } from './testing/photos.ts';

let server: Awaited<ReturnType<typeof startListeningHost>>;
let tokens: Awaited<ReturnType<typeof callersOf>>['tokens'];
beforeAll(async () => {
  server = await startListeningHost(await openCopy());
  ({ tokens } = await callersOf(server.host.database));
  const photo = new Blob([new Uint8Array(await aJpeg({ width: 40, height: 40 }))]);
  const upload = await fetch(`${server.origin}/storage/v1/object/gallery/car.jpg`, {
    method: 'POST',
    body: photo,
    headers: {
      authorization: `Bearer ${tokens.administrator}`,
      'content-type': 'image/jpeg',
      'cache-control': 'max-age=3600',
    },
  });
  expect(upload.status).toBe(200);
});
afterAll(() => server.stop());

const ask = (method: string, path: string) =>
  fetch(`${server.origin}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${tokens.administrator}`,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: '{}' }),
  });

test.each([
  ['GET', '/rest/v1/bookings?select=id', 200],
  ['HEAD', '/rest/v1/bookings?select=id', 200],
  ['GET', '/rest/v1/reviews?select=id', 200],
  ['GET', '/rest/v1/no_such_table', 404],
  ['GET', '/rest/v1/bookings?select=no_such_column', 400],
  ['POST', '/rest/v1/rpc/my_data', 200],
  ['GET', '/rest/v1/rpc/sign_in_methods', 200],
  ['GET', '/auth/v1/user', 403],
  ['POST', '/auth/v1/token?grant_type=password', 400],
  ['GET', '/auth/v1/nothing', 404],
  ['POST', '/functions/v1/cancel-booking', 400],
  ['GET', '/functions/v1/calendar-feed?token=x', 404],
  ['GET', '/functions/v1/unsubscribe?token=x', 303],
  ['GET', '/functions/v1/nothing', 404],
  ['GET', '/live/v1/nothing', 404],
  ['GET', '/storage/v1/bucket', 404],
  ['GET', '/storage/v1/object/authenticated/gallery/car.jpg', 200],
  ['GET', '/storage/v1/object/authenticated/gallery/none.jpg', 400],
  ['POST', '/payments-sandbox/intents/pi_1/confirm', 400],
  ['GET', '/mailbox', 200],
  ['GET', '/mailbox.json', 200],
  ['GET', '/mailbox/none', 404],
])('%s %s answers %i with no-store', async (method, path, status) => {
  const answer = await ask(method, path);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
});

test('a public photo may be cached', async () => {
  const answer = await ask('GET', '/storage/v1/object/public/gallery/car.jpg');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
});
