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

/** The first letters of the postal codes of each province. */
const postalLetters: Readonly<Record<ProvinceCode, string>> = {
  AB: 'T',
  BC: 'V',
  MB: 'R',
  NB: 'E',
  NL: 'A',
  NT: 'X',
  NS: 'B',
  NU: 'X',
  ON: 'KLMNP',
  PE: 'C',
  QC: 'GHJ',
  SK: 'S',
  YT: 'Y',
};

/** The name of the province that a postal code, "L7C 1A1", belongs to; null if that is the given one. */
export function otherProvinceOf(postalCode: string, province: ProvinceCode): string | null {
  const [letter = ''] = postalCode;
  if (postalLetters[province].includes(letter)) return null;
  return provinces.find(({ code }) => postalLetters[code].includes(letter))?.name ?? null;
}

export type ProvinceCode = (typeof provinces)[number]['code'];

/** Finds a province by code or name, in any case. */
export function findProvince(text: string): ProvinceCode | undefined {
  const wanted = plainLine(text).toLowerCase();
  return provinces.find(
    ({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted,
  )?.code;
}
