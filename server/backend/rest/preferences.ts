import { notImplemented, RestError } from './errors.ts';

/** The parsed `Prefer` headers. */
export type Preferences = {
  result: 'minimal' | 'representation' | null;
  /** Whether rows are counted. Every count is exact: the planner's estimate covers hidden rows. */
  isCounted: boolean;
  /** The applied preferences, for `Preference-Applied`. */
  applied: string[];
};

const known: Readonly<Record<string, readonly string[]>> = {
  return: ['minimal', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  tx: ['commit'],
};

/**
 * Parses `Prefer: a=b, c=d`. Unknown ones are ignored, or refused under `handling=strict`. Anything that would
 * change other rows than intended is always refused: `tx=rollback`, and an upsert.
 */
export function parsePreferences(header: string | null): Preferences {
  const found = new Map<string, string>();
  const invalid: string[] = [];
  for (const preference of (header ?? '').split(',').map((text) => text.trim())) {
    if (preference === '') continue;
    const [name = '', setting = ''] = preference.split('=').map((text) => text.trim());
    if (name === 'resolution') throw notImplemented('An insert that merges is not supported');
    if (!isKnown(name, setting)) invalid.push(preference);
    else if (!found.has(name)) found.set(name, name === 'count' ? 'exact' : setting);
  }
  const isStrict = found.get('handling') === 'strict';
  if ((isStrict && invalid.length > 0) || invalid.includes('tx=rollback')) {
    throw new RestError(400, {
      code: 'PGRST122',
      message: 'Invalid preferences given with handling=strict',
      details: `Invalid preferences: ${invalid.join(', ')}`,
    });
  }
  const result = found.get('return');
  return {
    result: result === 'minimal' || result === 'representation' ? result : null,
    isCounted: found.has('count'),
    applied: [...found].map(([name, setting]) => `${name}=${setting}`),
  };
}

const isKnown = (name: string, setting: string) =>
  (Object.hasOwn(known, name) ? (known[name] ?? []) : []).includes(setting);
