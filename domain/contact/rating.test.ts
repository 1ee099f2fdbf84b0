import { expect, test } from 'vitest';
import { reviewedServices, summarizeRatings } from './rating.ts';

const counts = [
  { service: null, rating: 1, count: 1 },
  { service: 'Basic Wash', rating: 5, count: 2 },
  { service: 'Basic Wash', rating: 4, count: 1 },
  { service: 'Luxury Package', rating: 5, count: 1 },
];

test('the rating of the business counts every approved review', () => {
  const { count, average, byStars } = summarizeRatings(counts, null);
  expect([count, average]).toEqual([5, 4]);
  expect(byStars.map(({ stars, share }) => [stars, share])).toEqual([
    [5, 0.6],
    [4, 0.2],
    [3, 0],
    [2, 0],
    [1, 0.2],
  ]);
});

test('the rating of a service leaves out the others, and is rounded to one decimal', () => {
  expect(summarizeRatings(counts, 'Basic Wash')).toMatchObject({ count: 3, average: 4.7 });
});

test('a service without reviews has no average', () => {
  expect(summarizeRatings(counts, 'Wax')).toMatchObject({ count: 0, average: null });
  expect(summarizeRatings([], null).byStars.every(({ share }) => share === 0)).toBe(true);
});

test('the services are those with reviews, most reviews first', () => {
  expect(reviewedServices(counts)).toEqual([
    { name: 'Basic Wash', count: 3 },
    { name: 'Luxury Package', count: 1 },
  ]);
});
