import { expect, test } from 'vitest';
import { navigationLink } from './navigation-link.ts';

const at = (address: string) => ({
  address,
  city: 'Caledon',
  province: 'ON',
  postal_code: 'L7C 1A1',
});

const placesOf = (link: string | null) => {
  const { searchParams } = new URL(link ?? '');
  return [...(searchParams.get('waypoints')?.split('|') ?? []), searchParams.get('destination')];
};

test('leads by all stops in their order to the base', () => {
  expect(placesOf(navigationLink([at('1 King St'), at('2 Queen St')], 'L7E 2B2'))).toEqual([
    '1 King St, Caledon, ON L7C 1A1',
    '2 Queen St, Caledon, ON L7C 1A1',
    'L7E 2B2',
  ]);
});

test('leads to the last stop without a base', () => {
  expect(placesOf(navigationLink([at('1 King St')], null))).toEqual([
    '1 King St, Caledon, ON L7C 1A1',
  ]);
});

test('has the first ten places of a longer day', () => {
  const many = Array.from({ length: 14 }, (_, number) => at(`${number} King St`));
  const places = placesOf(navigationLink(many, 'L7E 2B2'));
  expect(places).toHaveLength(10);
  expect(places[9]).toContain('9 King St');
});

test('leads nowhere without stops', () => {
  expect(navigationLink([], 'L7E 2B2')).toBeNull();
});
