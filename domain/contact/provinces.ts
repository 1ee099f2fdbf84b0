import { plainLine } from './typed-text.ts';

export const provinces = [
  { code: 'AB', name: 'Alberta' },
  { code: 'BC', name: 'British Columbia' },
  { code: 'MB', name: 'Manitoba' },
  { code: 'NB', name: 'New Brunswick' },
  { code: 'NL', name: 'Newfoundland and Labrador' },
  { code: 'NT', name: 'Northwest Territories' },
  { code: 'NS', name: 'Nova Scotia' },
  { code: 'NU', name: 'Nunavut' },
  { code: 'ON', name: 'Ontario' },
  { code: 'PE', name: 'Prince Edward Island' },
  { code: 'QC', name: 'Quebec' },
  { code: 'SK', name: 'Saskatchewan' },
  { code: 'YT', name: 'Yukon' },
] as const;

export type ProvinceCode = (typeof provinces)[number]['code'];

/** Finds a province by code or name, in any case. */
export function findProvince(text: string): ProvinceCode | undefined {
  const wanted = plainLine(text).toLowerCase();
  return provinces.find(
    ({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted,
  )?.code;
}
