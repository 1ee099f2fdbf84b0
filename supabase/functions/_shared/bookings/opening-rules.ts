import { checkPostalCode } from '../../../../domain/contact/field-checks.ts';
import { isServed, outsideAreaSentence } from '../../../../domain/contact/service-area.ts';
import type { OpeningRules } from '../../../../domain/time/opening-rules.ts';
import { openingRules } from '../../../contracts/opening-rules.ts';
import type { FunctionDeps, ServiceRest } from '../http/deps.ts';
import { CodedError } from '../http/errors.ts';
import { rpc } from '../http/rpc-answer.ts';

/** The current opening rules. Read by GET, which takes one exchange without a body. */
export const readOpeningRules = (rest: ServiceRest): Promise<OpeningRules> =>
  rpc(rest, openingRules, {});

/**
 * A typed postal code as it is stored; undefined without one, unless times depend on it. Throws `invalid_input`,
 * `outside_service_area`.
 */
export function checkPlace(
  typed: string | undefined,
  rules: OpeningRules,
  isServedAlone = true,
): string | undefined {
  if (typed === undefined && !rules.needsPlace) return undefined;
  const place = checkPostalCode(typed ?? '');
  if (!place.ok) throw new CodedError('invalid_input', { fields: { postalCode: place.sentence } });
  if (isServedAlone) requireServed(rules, place.value);
  return place.value;
}

/**
 * Counts the postal area while times depend on it: many areas asked one by one would tell where the vans are. Throws
 * `too_many_places`.
 */
export async function limitPlaces(
  { mayAskArea }: Pick<FunctionDeps, 'mayAskArea'>,
  http: Request,
  { rules, postalCode }: { rules: OpeningRules; postalCode: string | undefined },
): Promise<void> {
  if (!mayAskArea || !rules.needsPlace || postalCode === undefined) return;
  if (!(await mayAskArea(http, postalCode.slice(0, 3)))) throw new CodedError('too_many_places');
}

/** Throws `outside_service_area` at the postal code. */
export function requireServed({ servedPrefixes }: OpeningRules, postalCode: string): void {
  if (isServed(servedPrefixes, postalCode)) return;
  throw new CodedError('outside_service_area', { fields: { postalCode: outsideAreaSentence } });
}
