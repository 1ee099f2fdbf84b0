import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCopy } from '../../testing/databases.ts';
import { buildGarage } from '../../testing/rest-garage.ts';
import { startRestHost, type RestHost } from '../../testing/rest-host.ts';

let host: RestHost;
beforeAll(async () => {
  host = await startRestHost(await buildGarage(await openCopy()));
});
afterAll(() => host.close());

const lookAheads = encodeURIComponent(`${'(?=.*'.repeat(6)}#${')'.repeat(6)}`);
const groups = encodeURIComponent(`${'('.repeat(16)}x${')+'.repeat(16)}`);

// A short one can occupy a database for half a minute or use up its memory, and many searches of every row for
// seconds. So none is allowed, not even harmless ones, and not for the service role.
test.each([
  ['that is harmless', '/cars?plate=match.^A'],
  ['that is a search', '/cars?plate=like.A*'],
  ['that is a search in a tree', '/cars?or=(story.ilike.*a*,plate.eq.b)'],
  ['without regard to case', '/cars?plate=imatch.^a'],
  ['that is negated', '/cars?plate=not.match.^A'],
  ['of a list', '/cars?plate=match(any).{^A,^C}'],
  ['that all have to fit', '/cars?plate=imatch(all).{^a,^c}'],
  ['inside a tree', '/cars?or=(plate.is.null,and(plate.not.imatch.^a))'],
  ['of an embedded table', '/owners?select=id,cars(id)&cars.plate=match.^A'],
  ['inside a tree of an embedded table', '/owners?select=id,cars(id)&cars.or=(plate.match.^A)'],
  ['of what is inside json', '/cars?details->maker->>name=match.^V'],
  ['with look-aheads in look-aheads', `/cars?plate=match.${lookAheads}`],
  ['with repetitions in repetitions', `/cars?plate=match.${groups}`],
  ['with counts in counts', '/cars?plate=match.((A{1,100}){1,100}){1,100}'],
  ['with back references', '/cars?plate=match.(.%2B)%2B\\1'],
])('a pattern %s is refused before the database', async (_, path) => {
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const response = await host.raw(path, {
      method,
      ...(method === 'PATCH' && {
        headers: { 'content-type': 'application/json' },
        body: '{"wheels":4}',
      }),
    });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST127' }]);
  }
});

test('the refusal names the operator', async () => {
  const response = await host.raw('/cars?plate=match.^A');
  expect(await response.json()).toEqual({
    code: 'PGRST127',
    message: 'Feature not implemented',
    details: 'The operator match is not supported',
    hint: null,
  });
});

test('a value that looks like a regular expression is a value', async () => {
  const response = await host.raw('/cars?select=plate&plate=eq.match.^A');
  expect([response.status, await response.json()]).toEqual([200, []]);
});
