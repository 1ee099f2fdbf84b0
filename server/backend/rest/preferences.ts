import { RestError } from './errors.ts';

/** What the `Prefer` headers ask for. */
export type Preferences = {
  result: 'minimal' | 'headers-only' | 'representation' | null;
  count: 'exact' | 'planned' | 'estimated' | null;
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  missing: 'default' | 'null' | null;
  maxAffected: number | null;
  /** The preferences that are followed, for `Preference-Applied`. */
  applied: string[];
};

const known: Readonly<Record<string, readonly string[]>> = {
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit'],
};

/**
 * Reads `Prefer: a=b, c=d`. Unknown ones are left out, or refused under `handling=strict`.
 * `tx=rollback` is refused always: to store what was meant to be undone would be worse.
 */
export function parsePreferences(header: string | null): Preferences {
  const found = new Map<string, string>();
  const invalid: string[] = [];
  for (const preference of (header ?? '').split(',').map((text) => text.trim())) {
    if (preference === '') continue;
    const [name = '', setting = ''] = preference.split('=').map((text) => text.trim());
    if (!isKnown(name, setting)) invalid.push(preference);
    else if (!found.has(name)) found.set(name, setting);
  }
  const isStrict = found.get('handling') === 'strict';
  if ((isStrict && invalid.length > 0) || invalid.includes('tx=rollback')) {
    throw new RestError(400, {
      code: 'PGRST122',
      message: 'Invalid preferences given with handling=strict',
      details: `Invalid preferences: ${invalid.join(', ')}`,
    });
  }
  const maxAffected = isStrict ? found.get('max-affected') : undefined;
  return {
    result: oneOf(found.get('return'), ['minimal', 'headers-only', 'representation']),
    count: oneOf(found.get('count'), ['exact', 'planned', 'estimated']),
    resolution: oneOf(found.get('resolution'), ['merge-duplicates', 'ignore-duplicates']),
    missing: oneOf(found.get('missing'), ['default', 'null']),
    maxAffected: maxAffected === undefined ? null : Number(maxAffected),
    applied: [...found]
      .filter(([name]) => name !== 'max-affected' || isStrict)
      .map(([name, setting]) => `${name}=${setting}`),
  };
}

/** The same, with a count of rows in place of the planner's estimate of them, and told so. */
export function counted(preferences: Preferences): Preferences {
  if (preferences.count === null) return preferences;
  const applied = preferences.applied.map((one) =>
    one.startsWith('count=') ? 'count=exact' : one,
  );
  return { ...preferences, count: 'exact', applied };
}

/** The same without a limit on the rows that may be affected, where there is nothing to limit. */
export function unlimited(preferences: Preferences): Preferences {
  if (preferences.maxAffected === null) return preferences;
  const applied = preferences.applied.filter((one) => !one.startsWith('max-affected='));
  return { ...preferences, maxAffected: null, applied };
}

const isKnown = (name: string, setting: string) =>
  name === 'max-affected'
    ? /^\d{1,9}$/.test(setting)
    : (Object.hasOwn(known, name) ? (known[name] ?? []) : []).includes(setting);

const oneOf = <T extends string>(setting: string | undefined, choices: readonly T[]): T | null =>
  choices.find((choice) => choice === setting) ?? null;
