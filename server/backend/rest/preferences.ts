import { notImplemented } from './errors.ts';

/** The parsed `Prefer` headers. */
export type Preferences = {
  result: 'minimal' | 'representation' | null;
  /** Whether rows are counted. Every count is exact: the planner's estimate covers hidden rows. */
  isCounted: boolean;
  /** The applied preferences, for `Preference-Applied`. */
  applied: string[];
};

/**
 * Parses `Prefer: a=b, c=d`. Unknown ones are ignored, except for those that would change other rows than intended.
 */
export function parsePreferences(header: string | null): Preferences {
  const given = (header ?? '').split(',').map((text) => text.replaceAll(' ', ''));
  const refused = given.find((one) =>
    /^(?:resolution|handling|max-affected|tx=rollback)/.test(one),
  );
  if (refused) throw notImplemented(`The preference ${refused} is not supported`);
  const result = given.find((one) => /^return=(?:minimal|representation)$/.test(one));
  const isCounted = given.some((one) => /^count=(?:exact|planned|estimated)$/.test(one));
  return {
    result: result === undefined ? null : result.endsWith('minimal') ? 'minimal' : 'representation',
    isCounted,
    applied: [...(result ? [result] : []), ...(isCounted ? ['count=exact'] : [])],
  };
}
