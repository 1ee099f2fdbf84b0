import { mostAddOns } from '../booking/offer-limits.ts';
import type { Business } from './business.ts';
import { checkAddOn, checkService, checkVehicleClass } from './check-offer.ts';
import { checkFacts } from './check-facts.ts';
import { checkCoupon, checkRules } from './check-rules.ts';
import { repeated, withPath, type Problems } from './problems.ts';

/** `fields` are sentences by path, such as "services.0.priceCents.sedan". */
export type BusinessCheck = { ok: true } | { ok: false; fields: Problems };

/** Whether the business may be published. */
export function checkBusiness(business: Business): BusinessCheck {
  const fields = problemsOf(business);
  return Object.keys(fields).length === 0 ? { ok: true } : { ok: false, fields };
}

function problemsOf(business: Business): Problems {
  const { vehicleClasses, services, addOns, coupons } = business;
  return {
    ...withPath('facts', checkFacts(business.facts)),
    ...checkRules(business),
    ...each('vehicleClasses', vehicleClasses, checkVehicleClass),
    ...each('services', services, (one) => checkService(one, vehicleClasses)),
    ...each('addOns', addOns, (one) => checkAddOn(one, vehicleClasses)),
    ...each('coupons', coupons, checkCoupon),
    ...checkNames(business),
    ...checkLists(business),
  };
}

function each<One>(list: string, all: readonly One[], check: (one: One) => Problems): Problems {
  const problems = all.map((one, index) => withPath(`${list}.${index}`, check(one)));
  return Object.assign({}, ...problems) as Problems;
}

const nameTaken = 'This name is taken. Please enter another one.';

function checkNames({ vehicleClasses, services, addOns, coupons }: Business): Problems {
  return {
    ...repeated('vehicleClasses', vehicleClasses, 'name', nameTaken),
    ...repeated('vehicleClasses', vehicleClasses, 'id', nameTaken),
    ...repeated('services', services, 'name', nameTaken),
    ...repeated('services', services, 'id', nameTaken),
    ...repeated('addOns', addOns, 'name', nameTaken),
    ...repeated('addOns', addOns, 'id', nameTaken),
    ...repeated('coupons', coupons, 'code', 'There is a coupon with this code already.'),
  };
}

/** The most entries of each list. */
const mostEntries = { vehicleClasses: 8, services: 40, addOns: mostAddOns, coupons: 200 } as const;

function checkLists(business: Business): Problems {
  const problems: Problems = {};
  for (const list of Object.keys(mostEntries) as (keyof typeof mostEntries)[]) {
    const most = mostEntries[list];
    if (business[list].length > most) problems[list] = `There can be up to ${most} entries.`;
  }
  if (business.vehicleClasses.length === 0) {
    problems['vehicleClasses'] = 'Please add a vehicle class.';
  }
  if (!business.services.some(({ isVisible }) => isVisible)) {
    problems['services'] = 'Please show at least one service.';
  }
  if (business.coupons.filter(({ isAdvertised }) => isAdvertised).length > 1) {
    problems['coupons'] = 'The home page can show one coupon only.';
  }
  return problems;
}
