import { z } from 'zod';
import { checkAddOns } from '../../../../domain/booking/add-ons.ts';
import { mostAddOns } from '../../../../domain/booking/offer-limits.ts';
import { type AddOn, type Service } from '../../../../domain/booking/catalogue.ts';
import type { Business } from '../../../../domain/business/business.ts';
import { CodedError } from '../http/errors.ts';

/** The ids of add-ons; older clients don't name any. Prices and minutes are the server's. */
export const addOnIds = z.array(z.string().max(40)).max(mostAddOns).default([]);

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
