import { bad, good } from '../contact/field-checks.ts';
import { mostVisitMinutes } from '../booking/offer-limits.ts';
import type { Business } from './business.ts';
import { failures, withPath, type Problems } from './problems.ts';
import { checkCents, checkOptional, checkStored, checkWhole } from './value-checks.ts';

type VehicleClasses = Business['vehicleClasses'];
type Service = Business['services'][number];
type AddOn = Business['addOns'][number];

const mostCents = 10_000_000;
const mostFeatures = 20;

const isId = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,39}$/.test(text);

const checkId = (id: string) => (isId(id) ? good(id) : bad('This id isn’t valid.'));

export const checkVehicleClass = ({ id, name }: VehicleClasses[number]): Problems =>
  failures({ id: checkId(id), name: checkStored(name, 'a name', 40) });

export const checkService = (service: Service, classes: VehicleClasses): Problems => ({
  ...failures({
    id: checkId(service.id),
    name: checkStored(service.name, 'a name', 60),
    durationMinutes: checkWhole(service.durationMinutes, 15, mostVisitMinutes),
    description: checkOptional(service.description, 400),
    features:
      service.features.length > mostFeatures
        ? bad(`There can be up to ${mostFeatures} features.`)
        : good(service.features),
  }),
  ...withPath(
    'features',
    failures(
      Object.fromEntries(
        service.features.map((one, index) => [index, checkStored(one, 'a feature', 80)]),
      ),
    ),
  ),
  ...checkPrices(service.priceCents, classes, 1),
});

export const checkAddOn = (addOn: AddOn, classes: VehicleClasses): Problems => ({
  ...failures({
    id: checkId(addOn.id),
    name: checkStored(addOn.name, 'a name', 60),
    description: checkOptional(addOn.description, 400),
    minutes: checkWhole(addOn.minutes, 0, 240),
  }),
  ...checkPrices(addOn.priceCents, classes, 0),
});

/** Every class has a price. Prices of removed classes don't matter. */
const checkPrices = (
  priceCents: Readonly<Record<string, number>>,
  classes: VehicleClasses,
  least: number,
): Problems =>
  withPath(
    'priceCents',
    failures(
      Object.fromEntries(
        classes.map(({ id }) => [
          id,
          checkCents(
            Object.hasOwn(priceCents, id) ? (priceCents[id] ?? NaN) : NaN,
            least,
            mostCents,
          ),
        ]),
      ),
    ),
  );
