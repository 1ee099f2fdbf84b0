import { checkAddOns } from '../../../../domain/booking/add-ons.ts';
import { type AddOn, type Service } from '../../../../domain/booking/catalogue.ts';
import type { Business } from '../../../../domain/business/business.ts';
import { CodedError } from '../http/errors.ts';

/** The chosen add-ons in the order shown. Throws `add_on_unavailable`, `visit_too_long`. */
export function requireAddOns(
  business: Business,
  service: Service,
  ids: readonly string[],
): readonly AddOn[] {
  const checked = checkAddOns(business, service, ids);
  if (!checked.ok) throw new CodedError(checked.code);
  return checked.addOns;
}
