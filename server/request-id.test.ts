import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hostLog } from './host-log.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startListeningHost } from './testing/listening-host.ts';

type Line = Record<string, unknown>;

describeEachDatabase('the id of a request', (open) => {
  const lines: Line[] = [];
  const sink = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)) as Line);
      done();
    },
  });
  let host: Awaited<ReturnType<typeof startListeningHost>>;
  beforeAll(async () => {
    const database = await open();
    // Functions that tell the name under which their statement runs.
    await database.pool.query(`
      create function public.name_of_statement() returns text language sql
      as $$ select current_setting('application_name') $$;
      create function public.fail_with_name() returns text language plpgsql
      as $$ begin raise 'failed in %', current_setting('application_name'); end $$;
      grant execute on function public.name_of_statement(), public.fail_with_name() to anon;`);
    const settings = { TRUSTED_PROXIES: '1', ACCESS_LOG: '1' };
    host = await startListeningHost(database, settings, undefined, null, hostLog('info', sink));
  });
  afterAll(() => host.stop());
  beforeEach(() => void lines.splice(0));

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${host.origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body: '{}' }),
    });

  test('is kept from a proxy, answered, and names the statement in the database', async () => {
    const answer = await ask('/rest/v1/rpc/name_of_statement', { 'x-request-id': 'proxy-4711.a' });
    expect(answer.headers.get('x-request-id')).toBe('proxy-4711.a');
    expect(await answer.json()).toBe('request proxy-4711.a');
  });

  test('is in the line of a refusal and in the line of its answer, which names the route', async () => {
    const answer = await ask('/rest/v1/rpc/fail_with_name', {}, 'POST');
    const id = answer.headers.get('x-request-id');
    expect(id).toMatch(/^[\w-]{16}$/);
    const body = await answer.text();
    expect(body).toContain(`request ${id ?? ''}`);
    await expect.poll(() => lines.length).toBe(2);
    expect(lines).toMatchObject([
      { requestId: id, msg: 'A request was refused', status: 400 },
      {
        requestId: id,
        msg: 'A request was answered',
        method: 'POST',
        route: '/rest/v1/rpc/fail_with_name',
        status: 400,
        bytes: Buffer.byteLength(body),
        address: '127.0.0.1',
      },
    ]);
  });

  test('is made anew for a malformed one', async () => {
    for (const given of ['short', 'a'.repeat(51), 'has spaces inside', "quote'd-identifier"]) {
      const answer = await ask('/livez', { 'x-request-id': given });
      expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{16}$/);
    }
  });

  test('is logged with the pattern of a path, and without its query', async () => {
    await (await ask('/rest/v1/reviews?select=id&customer_name=eq.ada-stone')).text();
    await (await ask('/storage/v1/object/public/photos/ada-stone/1.webp')).text();
    await (await ask('/booking/3f1c7a52-0000-4000-8000-000000000000')).text();
    await expect.poll(() => lines.filter(({ ms }) => ms !== undefined).length).toBe(3);
    expect(JSON.stringify(lines)).not.toMatch(/ada-stone|3f1c7a52/);
  });

  test('writes no line for what a monitor asks', async () => {
    for (const path of ['/livez', '/readyz', '/healthz']) await (await ask(path)).text();
    await (await ask('/robots.txt')).text();
    await expect.poll(() => lines.length).toBe(1);
  });
});
