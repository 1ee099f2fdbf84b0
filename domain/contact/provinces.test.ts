import { expect, test } from 'vitest';
import { findProvince, provinces } from './provinces.ts';

test('all thirteen provinces and territories are listed by name', () => {
  expect(provinces).toHaveLength(13);
  const names = provinces.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
});

test('a province is found by its code and by its name', () => {
  expect(['on', ' ON ', 'Ontario', 'ontario'].map(findProvince)).toEqual(['ON', 'ON', 'ON', 'ON']);
  expect(findProvince('Ohio')).toBeUndefined();
  expect(findProvince('')).toBeUndefined();
});
