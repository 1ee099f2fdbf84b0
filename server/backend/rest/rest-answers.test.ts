import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { buildGarage } from '../../testing/rest-garage.ts';
import { rowsOf, startRestHost, type RestHost } from '../../testing/rest-host.ts';

describeEachDatabase('What an answer says', { both: 'driver' }, (open) => {
  let host: RestHost;
  beforeAll(async () => {
    host = await startRestHost(await buildGarage(await open()));
  });
  afterAll(() => host.close());

  const call = (name: string, body: object, headers: Record<string, string> = {}) =>
    host.raw(`/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const strict = (most: number) => ({ prefer: `handling=strict, max-affected=${most}` });

  describe('to the most rows a function may affect', () => {
    const costs = () => rowsOf(host.service().from('repairs').select('cost').order('id'));

    test('is PGRST124 and changes nothing when it returns more', async () => {
      const before = await costs();
      for (const path of ['close_repairs', 'close_repairs?limit=1', 'close_repairs?id=eq.1']) {
        const answer = await call(path, { most: 3 }, strict(2));
        expect([path, answer.status, await answer.json()]).toEqual([
          path,
          400,
          {
            code: 'PGRST124',
            message: 'Query result exceeds max-affected preference constraint',
            details: 'The query affects 3 rows',
            hint: null,
          },
        ]);
      }
      expect(await costs()).toEqual(before);
    });

    test('is that it was applied when it returns as many or fewer', async () => {
      const answer = await call('close_repairs', { most: 2 }, strict(2));
      expect([answer.status, await answer.json()]).toMatchObject([200, [{ id: 1 }, { id: 2 }]]);
      expect(answer.headers.get('preference-applied')).toBe('handling=strict, max-affected=2');
    });

    test('is nothing about it for an insert, which it does not limit', async () => {
      const answer = await host.raw('/owners', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...strict(1) },
        body: '[{"id":71,"name":"n","email":"71@x"},{"id":72,"name":"n","email":"72@x"}]',
      });
      expect(answer.status).toBe(201);
      expect(answer.headers.get('preference-applied')).toBe('handling=strict');
    });
  });

  describe('to a Range', () => {
    const range = { range: '1-1', 'range-unit': 'items' };

    test('is all rows where the function was called by POST', async () => {
      const answer = await call('plates', {}, range);
      expect([answer.headers.get('content-range'), await answer.json()]).toEqual([
        '0-2/*',
        ['AAA 111', 'BBB,222', 'CCC(3)'],
      ]);
    });

    test('is a part of them by GET', async () => {
      const answer = await host.raw('/rpc/plates', { headers: range });
      expect([answer.headers.get('content-range'), await answer.json()]).toEqual([
        '1-1/*',
        ['BBB,222'],
      ]);
    });

    test.each(['/cars?select=plate&offset=9', '/rpc/plates?offset=9'])(
      'behind the end of %s is how many rows there are',
      async (path) => {
        const answer = await host.raw(path, { headers: { prefer: 'count=exact' } });
        expect([answer.status, answer.headers.get('content-range')]).toEqual([416, '*/3']);
        expect(await answer.json()).toMatchObject({ code: 'PGRST103' });
      },
    );
  });

  describe('to a HEAD', () => {
    test.each([
      ['/cars?select=plate', 'application/json', 'application/json; charset=utf-8'],
      ['/cars?select=plate', 'text/csv', 'text/csv; charset=utf-8'],
      ['/rpc/plates', 'application/json', 'application/json; charset=utf-8'],
    ])('of %s as %s is the type that a GET would have', async (path, accept, type) => {
      const answer = await host.raw(path, { method: 'HEAD', headers: { accept } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
      expect(await answer.text()).toBe('');
    });
  });

  describe('when a function sets its status and headers', () => {
    const headers = '[{"X-Wheels": "4"}, {"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}]';

    test('is that status with those headers', async () => {
      const answer = await call('answer_with', { status: '418', headers });
      expect([answer.status, await answer.json()]).toEqual([418, 7]);
      expect(answer.headers.get('x-wheels')).toBe('4');
      expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    });

    test('is the header of the function in place of its own', async () => {
      const headers = '[{"Content-Type": "text/plain"}]';
      const answer = await call('answer_with', { status: '', headers });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain']);
    });

    test('is no body with a status that has none', async () => {
      const answer = await call('answer_with', { status: '204', headers: '' });
      expect([answer.status, await answer.text()]).toEqual([204, '']);
    });

    test.each([
      ['PGRST112', 'response.status guc must be a valid status code', 'teapot', ''],
      ['PGRST112', 'response.status guc must be a valid status code', '99', ''],
      [
        'PGRST111',
        'response.headers guc must be a JSON array composed of objects with a single key and a string value',
        '',
        '{"a": "b"}',
      ],
      [
        'PGRST111',
        'response.headers guc must be a JSON array composed of objects with a single key and a string value',
        '',
        '[{"a": "b", "c": "d"}]',
      ],
    ])('is %s for what cannot be one', async (code, message, status, headers) => {
      const answer = await call('answer_with', { status, headers });
      expect([answer.status, await answer.json()]).toEqual([
        500,
        { code, message, details: null, hint: null },
      ]);
    });

    test('is nothing of what an earlier request left behind', async () => {
      const left = await Promise.all(Array.from({ length: 5 }, () => call('leave_status', {})));
      expect(left.map(({ status }) => status)).toEqual([418, 418, 418, 418, 418]);
      const next = await Promise.all(Array.from({ length: 10 }, () => host.raw('/cars')));
      expect(new Set(next.map(({ status }) => status))).toEqual(new Set([200]));
    });
  });

  describe('when a function raises PGRST', () => {
    test('is the error, status and headers that it names', async () => {
      const answer = await call('refuse_with', {
        message: '{"code": "123", "message": "Too dirty", "details": "Mud", "hint": "Rinse"}',
        detail: '{"status": 332, "headers": {"X-Header": "str"}}',
      });
      expect([answer.status, await answer.json()]).toEqual([
        332,
        { code: '123', message: 'Too dirty', details: 'Mud', hint: 'Rinse' },
      ]);
      expect(answer.headers.get('x-header')).toBe('str');
      expect(answer.headers.get('proxy-status')).toBe('PostgREST; error=123');
    });

    const message = '{"code": "123", "message": "Too dirty"}';
    const sentence = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`;
    const messageHint =
      'MESSAGE must be a JSON object with obligatory keys: "code", "message" and optional keys: "details", "hint".';
    const detailHint =
      'DETAIL must be a JSON object with obligatory keys: "status", "headers" and optional key: "status_text".';
    test.each([
      ['no detail', message, null, 'DETAIL is missing in the RAISE statement', detailHint],
      [
        'a message that is no JSON',
        'dirty',
        '{"status": 400, "headers": {}}',
        `Invalid JSON value for MESSAGE: 'dirty'`,
        messageHint,
      ],
      [
        'a detail without a status',
        message,
        '{"headers": {}}',
        `Invalid JSON value for DETAIL: '{"headers": {}}'`,
        detailHint,
      ],
    ])('is PGRST121 for %s', async (_, text, detail, details, hint) => {
      const answer = await call('refuse_with', { message: text, detail });
      expect([answer.status, await answer.json()]).toEqual([
        500,
        { code: 'PGRST121', message: sentence, details, hint },
      ]);
    });
  });
});
