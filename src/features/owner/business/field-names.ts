import type { Business } from '@domain/business/business.ts';

const lists = {
  services: 'Services',
  vehicleClasses: 'Vehicle classes',
  addOns: 'Add-ons',
  coupons: 'Coupons',
} as const;

const isList = (text: string): text is keyof typeof lists => Object.hasOwn(lists, text);

const others: Readonly<Record<string, string>> = {
  facts: 'Business',
  tax: 'Taxes',
  deposit: 'Deposit',
  freeCancellationHours: 'Free cancellation',
};

/** What the field at a path belongs to: "services.0.name" -> "Basic Wash". */
export function fieldName(path: string, business: Business): string {
  const [part = '', index = ''] = path.split('.');
  if (!isList(part)) return others[part] ?? 'Business';
  const entry = business[part][Number(index)];
  if (!entry || index === '') return lists[part];
  return 'name' in entry ? entry.name || lists[part] : entry.code;
}
