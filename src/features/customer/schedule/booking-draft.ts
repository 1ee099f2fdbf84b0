import type { VehicleType } from '@domain/booking/catalogue.ts';
import { emptyDetails, type DetailsInput } from '@domain/booking/details.ts';
import { typedDetails } from '@/entities/booking/typed-details.ts';
import { checkPostalCode } from '@domain/contact/field-checks.ts';
import type { PaymentOption } from '@domain/money/pricing.ts';
import type { LocalDate, LocalTime } from '@domain/time/schedule.ts';

/** Everything chosen and typed so far. Kept in the tab, never sent before it is submitted. */
export type BookingDraft = {
  serviceId: string;
  /** Which arrival on the screen this belongs to: a reload keeps it, a new choice on Home does not. */
  visit: string;
  vehicleType: VehicleType;
  /** The ids of the chosen add-ons. Some may no longer be offered. */
  addOns: readonly string[];
  date: LocalDate | null;
  time: LocalTime | null;
  /** The time was picked for another package. */
  isTimeOfOther?: boolean;
  /** The external scheduling page was finished. */
  hasPickedOutside: boolean;
  paymentOption: PaymentOption;
  /** The customer agreed to text messages about this appointment. */
  textConsent?: boolean;
  details: DetailsInput;
  /** What the account last filled in, while its customer is signed in. */
  account?: AccountDetails;
  /** The postal code that the times are shown for, "L7C 1A1". */
  place: string | null;
};

/** What an account says of its customer; empty where it says nothing. */
type AccountDetails = Pick<DetailsInput, 'name' | 'email' | 'phone'>;

export type Arrival = {
  serviceId: string;
  visit: string;
  vehicleType: VehicleType;
  /** Those that the link to this screen chose; undefined when it says nothing about add-ons. */
  addOns?: readonly string[] | undefined;
};

/**
 * The draft to start with. `stored` is whatever the tab held: typed details and the picked time are always taken over,
 * the vehicle only on the same visit. Add-ons are as on the same visit, else as arrived
 * with, else as for the same service.
 */
export function startDraft(stored: unknown, arrival: Arrival): BookingDraft {
  const old = isRecord(stored) ? stored : {};
  const isSameService = old['serviceId'] === arrival.serviceId;
  const isSameVisit = isSameService && old['visit'] === arrival.visit;
  const details = typedDetails(stored);
  const date = matching(old['date'], /^\d{4}-\d\d-\d\d$/);
  const time = date && matching(old['time'], /^\d\d:\d\d$/);
  const isTimeOfOther = time !== null && (!isSameService || old['isTimeOfOther'] === true);
  return {
    ...arrival,
    vehicleType: isSameVisit
      ? (matching(old['vehicleType'], /./) ?? arrival.vehicleType)
      : arrival.vehicleType,
    addOns: (!isSameVisit && arrival.addOns) || (isSameService ? readIds(old['addOns']) : []),
    date,
    time,
    ...(isTimeOfOther && { isTimeOfOther }),
    hasPickedOutside: isSameVisit && old['hasPickedOutside'] === true,
    ...(isSameVisit && old['textConsent'] === true && { textConsent: true }),
    paymentOption: old['paymentOption'] === 'pay_full_online' ? 'pay_full_online' : 'pay_deposit',
    details,
    ...(isRecord(old['account']) && { account: { ...noAccount, ...old['account'] } }),
    place: placeOf(details.postalCode) ?? matching(old['place'], /^[A-Z]\d[A-Z] \d[A-Z]\d$/),
  };
}

const noAccount: AccountDetails = { name: '', email: '', phone: '' };

const readIds = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];

function matching(value: unknown, pattern: RegExp): string | null {
  return typeof value === 'string' && pattern.test(value) ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A postal code as the server stores it; null when it is none. */
export function placeOf(typed: string): string | null {
  const code = checkPostalCode(typed);
  return code.ok ? code.value : null;
}

const placeFields: readonly (keyof DetailsInput)[] = ['address', 'city', 'province', 'postalCode'];

/** Whether anything at all was filled in. The address doesn't count when it comes before the times. */
export function hasTyped(details: DetailsInput, isPlaceFirst: boolean): boolean {
  return (Object.keys(emptyDetails) as (keyof DetailsInput)[]).some(
    (name) => details[name] !== emptyDetails[name] && !(isPlaceFirst && placeFields.includes(name)),
  );
}
