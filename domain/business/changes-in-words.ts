import { formatCents } from '../money/money.ts';
import { formatDuration } from '../time/time-format.ts';
import type { Business } from './business.ts';

type Service = Business['services'][number];
type AddOn = Business['addOns'][number];
type Coupon = Business['coupons'][number];
type TaxRate = Business['tax']['rates'][number];
type Fact = Exclude<keyof Business['facts'], 'socials' | 'logoUrl'>;

/** What differs, a line for each change: "Basic Wash, Sedan: $65.00 → $70.00". Empty if and only if nothing does. */
export function changesInWords(was: Business, is: Business): string[] {
  const className = classNames(was, is);
  return [
    ...listChanges('Service', was.services, is.services, 'id', 'name', (one) =>
      serviceFields(one, className),
    ),
    ...listChanges(
      'Vehicle class',
      was.vehicleClasses,
      is.vehicleClasses,
      'id',
      'name',
      () => ({}),
    ),
    ...listChanges('Add-on', was.addOns, is.addOns, 'id', 'name', (one) =>
      addOnFields(one, className),
    ),
    ...fieldChanges('', ruleFields(was), ruleFields(is)),
    ...listChanges('Tax', was.tax.rates, is.tax.rates, 'label', 'label', taxFields),
    ...listChanges('Coupon', was.coupons, is.coupons, 'code', 'code', couponFields),
    ...fieldChanges('', factFields(was), factFields(is)),
  ];
}

const areaNames: Record<Exclude<keyof Business, 'facts'>, string> = {
  services: 'services',
  vehicleClasses: 'vehicle classes',
  addOns: 'add-ons',
  deposit: 'deposit',
  freeCancellationHours: 'free cancellation',
  tax: 'taxes',
  coupons: 'coupons',
};

/** What differs, in a few words for each area: "services", "booking email". No entry can hide another one. */
export const changedAreas = (was: Business, is: Business): string[] => [
  ...changedKeys(areaNames, was, is),
  ...changedKeys({ ...factLabels, logoUrl: 'logo', socials: 'links' }, was.facts, is.facts),
];

const changedKeys = <Key extends string>(
  names: Record<Key, string>,
  was: Record<Key, unknown>,
  is: Record<Key, unknown>,
): string[] =>
  (Object.keys(names) as Key[])
    .filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
    .map((key) => names[key].toLowerCase());

type Fields = Record<string, string>;

/** Added, removed, changed and moved entries. Two entries with one id are one. */
function listChanges<One>(
  kind: string,
  was: readonly One[],
  is: readonly One[],
  id: keyof One,
  name: keyof One,
  fieldsOf: (one: One) => Fields,
): string[] {
  const before = new Map(was.map((one) => [one[id], one]));
  const after = new Map(is.map((one) => [one[id], one]));
  const nameOf = (one: One) => String(one[name]);
  const changes = [...after].flatMap(([key, one]) => {
    const former = before.get(key);
    if (!former) return [`${kind} added: ${nameOf(one)}`];
    const renamed = fieldChanges(kind, { name: nameOf(former) }, { name: nameOf(one) });
    return [...renamed, ...fieldChanges(nameOf(one), fieldsOf(former), fieldsOf(one))];
  });
  const removed = [...before].flatMap(([key, one]) =>
    after.has(key) ? [] : [`${kind} removed: ${nameOf(one)}`],
  );
  const stayed = (keys: Iterable<One[keyof One]>) =>
    [...keys].filter((key) => before.has(key) && after.has(key)).join('\n');
  const isMoved = stayed(before.keys()) !== stayed(after.keys());
  const order = [...after.values()].map(nameOf).join(', ');
  return [...changes, ...removed, ...(isMoved ? [`${kind} order: ${order}`] : [])];
}

/** "Basic Wash, duration: 2 hours → 3 hours". A field of one side only is compared with "none". */
function fieldChanges(subject: string, was: Fields, is: Fields): string[] {
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names].flatMap((name) => {
    const [before, after] = [was[name] ?? '', is[name] ?? ''];
    if (before === after) return [];
    const label = subject === '' ? name : `${subject}, ${name}`;
    return [`${label}: ${shown(before)} → ${shown(after)}`];
  });
}

const longest = 120;

function shown(text: string): string {
  if (text === '') return 'none';
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
}

/** The names of all classes, the newer ones first. */
function classNames(was: Business, is: Business) {
  const names = new Map(
    [...was.vehicleClasses, ...is.vehicleClasses].map((one) => [one.id, one.name]),
  );
  return (id: string) => names.get(id) ?? id;
}

type ClassName = (id: string) => string;

const prices = (priceCents: Readonly<Record<string, number>>, className: ClassName): Fields =>
  Object.fromEntries(
    Object.entries(priceCents).map(([id, cents]) => [className(id), formatCents(cents)]),
  );

const visibility = (isVisible: boolean) => (isVisible ? 'shown' : 'hidden');

const serviceFields = (one: Service, className: ClassName): Fields => ({
  ...prices(one.priceCents, className),
  duration: formatDuration(one.durationMinutes),
  description: one.description,
  features: one.features.join('; '),
  visibility: visibility(one.isVisible),
});

const addOnFields = (one: AddOn, className: ClassName): Fields => ({
  ...prices(one.priceCents, className),
  'added time': one.minutes === 0 ? '' : formatDuration(one.minutes),
  description: one.description,
  visibility: visibility(one.isVisible),
});

const percent = (basisPoints: number): string => `${basisPoints / 100}%`;

const amountOrPercent = (one: Business['deposit']): string =>
  one.kind === 'amount' ? formatCents(one.cents) : percent(one.basisPoints);

const taxFields = (one: TaxRate): Fields => ({
  rate: percent(one.basisPoints),
  'registration number': one.registrationNumber,
});

const ruleFields = ({ deposit, tax, freeCancellationHours }: Business): Fields => ({
  Deposit: amountOrPercent(deposit),
  'Free cancellation': `${freeCancellationHours} ${freeCancellationHours === 1 ? 'hour' : 'hours'}`,
  'Tax on visits paid on site': tax.coversOnSite ? 'yes' : 'no',
});

const couponFields = (one: Coupon): Fields => ({
  discount: amountOrPercent(one.discount),
  'first day': one.validFrom ?? '',
  'last day': one.validUntil ?? '',
  'first visit only': one.isFirstVisitOnly ? 'yes' : 'no',
  uses: one.maxUses === null ? 'unlimited' : String(one.maxUses),
  'on the home page': one.isAdvertised ? 'yes' : 'no',
});

const factLabels: Record<Fact, string> = {
  name: 'Business name',
  description: 'Business description',
  foundedYear: 'Founded',
  phone: 'Phone',
  bookingEmail: 'Booking email',
  infoEmail: 'Info email',
  location: 'Location',
  mailingAddress: 'Postal address',
  serviceArea: 'Service area',
};

function factFields({ facts }: Business): Fields {
  const plain = (Object.keys(factLabels) as Fact[]).map((fact) => [
    factLabels[fact],
    String(facts[fact]),
  ]);
  return {
    ...(Object.fromEntries(plain) as Fields),
    Logo: facts.logoUrl ?? '',
    Links: facts.socials.map(({ label, href }) => `${label} ${href}`).join('; '),
  };
}
