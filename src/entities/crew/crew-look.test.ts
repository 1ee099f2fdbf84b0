import { expect, test } from 'vitest';
import { crewInitials, crewLook } from './crew-look.ts';

test.each([
  ['North van', 'NV'],
  ['Crew 12', 'C12'],
  ['Halton', 'Ha'],
  ['the big blue van', 'TB'],
  ['Équipe d’Érin', 'ÉD'],
])('the initials of %s are %s', (title, initials) => {
  expect(crewInitials(title)).toBe(initials);
});

test('the first six crews have colours of their own', () => {
  expect(new Set([1, 2, 3, 4, 5, 6].map(crewLook)).size).toBe(6);
  expect(crewLook(7)).toBe(crewLook(1));
});
