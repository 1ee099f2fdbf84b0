import type { BusinessFacts } from '@domain/business/business.ts';
import { adminPaths } from '@/config/admin-paths.ts';
import type { AppConfig } from '@/config/env.ts';
import { connectableProvider } from '@/config/payment-provider.ts';
import type { Dashboard } from '@contracts/dashboard.ts';

/** What this device keeps of the list: whether it is hidden, and which screens were opened. */
type Kept = { isHidden: boolean; opened: readonly string[] };

export type SetupLine = { words: string; to: string; isDone: boolean };

type SetupFacts = {
  facts: Pick<BusinessFacts, 'phone'>;
  payments: AppConfig['payments'];
  /** Null while unknown: then nothing is said of it. */
  hasSecondFactor: boolean | null;
  hasBooking: boolean | null;
  opened: readonly string[];
};

/** North American numbers reserved for examples, as a new database has one. */
const isExampleNumber = (phone: string): boolean => /555\D?01\d\d$/.test(phone);

/** What a new owner sets up. Nothing is a line unless its state is known. */
export function setupLines(known: SetupFacts): SetupLine[] {
  const { facts, payments, hasSecondFactor, hasBooking, opened } = known;
  const lines: (Omit<SetupLine, 'isDone'> & { isDone: boolean | null })[] = [
    {
      words: 'Enter your phone number and address',
      to: adminPaths.business,
      isDone: !isExampleNumber(facts.phone),
    },
    {
      words: 'Check your opening hours',
      to: adminPaths.time,
      isDone: opened.includes(adminPaths.time),
    },
    {
      words: 'Check your services and prices',
      to: adminPaths.services,
      isDone: opened.includes(adminPaths.services),
    },
    {
      words: `Connect ${connectableProvider}`,
      to: adminPaths.payments,
      isDone: payments !== 'sandbox',
    },
    { words: 'Add a second step to your login', to: adminPaths.account, isDone: hasSecondFactor },
    { words: 'Book your first visit', to: adminPaths.newBooking, isDone: hasBooking },
  ];
  return lines.flatMap((line) => (line.isDone === null ? [] : { ...line, isDone: line.isDone }));
}

/** Whether a day tells of any booking. False says nothing of days before and after. */
export const hasVisits = ({ cars, next, past_visits: past, week }: Dashboard): boolean =>
  cars.length > 0 || next !== null || past.length > 0 || week.some((day) => day.cars > 0);

const storageKey = 'owner-setup';

export function keptSetup(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Kept>;
    return { isHidden: kept.isHidden === true, opened: kept.opened ?? [] };
  } catch {
    return { isHidden: false, opened: [] };
  }
}

export function keepSetup(part: Partial<Kept>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...keptSetup(), ...part }));
  } catch {
    // Without storage the list comes back with the next visit.
  }
}

/** Keeps that a screen of the list was opened on this device. */
export function noteOpened(path: string): void {
  const { opened } = keptSetup();
  const isOfList = path === adminPaths.time || path === adminPaths.services;
  if (isOfList && !opened.includes(path)) keepSetup({ opened: [...opened, path] });
}
