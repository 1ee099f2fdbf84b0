import { expect, test } from 'vitest';
import {
  everyDay,
  listAddress,
  readCrew,
  readFilters,
  readPlace,
  upcoming,
} from './address-state.ts';

const today = '2026-12-01';
const usual = { view: 'day', day: '2026-12-01' } as const;
const at = (query: string) => new URLSearchParams(query);

test("a URL without parameters shows the device's default view", () => {
  expect(readPlace(at(''), usual)).toEqual(usual);
  expect(readPlace(at('view=year&day=2026-02-30'), usual)).toEqual(usual);
});

test('a URL contains the view and the day', () => {
  expect(readPlace(at('view=month&day=2027-01-05'), usual)).toEqual({
    view: 'month',
    day: '2027-01-05',
  });
});

test('filters are written to the URL and read back', () => {
  const filters = {
    search: 'mia & co',
    statuses: ['due', 'done'],
    from: '2026-12-01',
    until: '2026-12-31',
    isSoonestFirst: true,
  } satisfies ReturnType<typeof readFilters>;
  const address = new URLSearchParams(listAddress(filters));
  expect(readFilters(at(address.toString()), today)).toEqual(filters);
});

test('a list without filters has a short URL, and invalid filters are ignored', () => {
  const all = { search: '', statuses: [], ...everyDay };
  expect(listAddress(all)).toEqual({ view: 'list', order: 'latest' });
  expect(readFilters(at('order=latest'), today)).toEqual(all);
  expect(readFilters(at('status=paid,x&from=tomorrow&order=x'), today)).toEqual(all);
});

test('a list without filters begins today, the next visit first', () => {
  expect(readFilters(at('view=list'), today)).toMatchObject(upcoming(today));
});

test('a URL names the only crew that the calendar shows', () => {
  expect(readCrew(at('crew=12'))).toBe(12);
  for (const query of ['', 'crew=', 'crew=0', 'crew=-1', 'crew=all', 'crew=200']) {
    expect(readCrew(at(query)), query).toBeNull();
  }
});
