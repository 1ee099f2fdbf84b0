import type { VisitReport } from '@contracts/money.ts';
import {
  changeInWords,
  compare,
  formatRate,
  rateChangeInWords,
  rateOf,
} from '@domain/money/comparison.ts';
import { formatCents } from '@domain/money/money.ts';

export type VisitFigure = {
  label: string;
  /** What it means, for the end of the page. */
  meaning: string;
  value: string;
  change: string;
  note?: string;
  /** For files: cents, a number, or a rate of 1; null when there is none. */
  unit: 'cents' | 'number' | 'rate';
  now: number | null;
  before: number | null;
};

/** The figures of some days beside those of the days before. */
export function visitFigures(now: VisitReport, before: VisitReport): VisitFigure[] {
  return [
    counted('Visits', meanings.visits, now.visits, before.visits),
    money('Sales', meanings.sales, now.sales_cents, before.sales_cents),
    averageTicket(now, before),
    counted('New customers', meanings.newCustomers, now.new_customers, before.new_customers),
    counted(
      'Returning customers',
      meanings.returning,
      now.returning_customers,
      before.returning_customers,
    ),
    {
      ...counted('No-shows', meanings.noShows, now.no_shows, before.no_shows),
      note: `${formatRate(rateOf(now.no_shows, now.visits + now.no_shows))} of booked visits`,
    },
    openHoursUsed(now, before),
  ];
}

const meanings = {
  visits:
    'Confirmed bookings on the chosen days, also those ahead. Cancelled bookings, no-shows and visits waiting for a new time because of rain are not included.',
  sales:
    'The price of these visits with add-ons, after coupons, without tax and tips, paid or not. “Net revenue” under Money are payments, by the day of the payment.',
  ticket: 'Sales divided by visits.',
  newCustomers:
    'Customers whose first visit ever is on the chosen days. A customer is an email address, or a phone number without one.',
  returning: 'Other customers with a visit on the chosen days, each counted once.',
  noShows: 'Bookings marked as no-show.',
  used: 'Booked time, no-shows included, out of the open hours of all crews. Open hours follow today’s opening hours, exceptions and crews, less blocked time.',
};

const counted = (label: string, meaning: string, now: number, before: number): VisitFigure => ({
  label,
  meaning,
  value: String(now),
  change: changeInWords(compare(now, before), String),
  unit: 'number',
  now,
  before,
});

const money = (label: string, meaning: string, now: number, before: number): VisitFigure => ({
  label,
  meaning,
  value: formatCents(now),
  change: changeInWords(compare(now, before), formatCents),
  unit: 'cents',
  now,
  before,
});

const ticketCents = ({ sales_cents: sales, visits }: VisitReport): number | null =>
  visits === 0 ? null : Math.round(sales / visits);

function averageTicket(now: VisitReport, before: VisitReport): VisitFigure {
  const [cents, centsBefore] = [ticketCents(now), ticketCents(before)];
  return {
    label: 'Average ticket',
    meaning: meanings.ticket,
    value: cents === null ? 'None' : formatCents(cents),
    change:
      cents === null || centsBefore === null
        ? 'Nothing to compare with'
        : changeInWords(compare(cents, centsBefore), formatCents),
    unit: 'cents',
    now: cents,
    before: centsBefore,
  };
}

function openHoursUsed(now: VisitReport, before: VisitReport): VisitFigure {
  const [rate, rateBefore] = [now, before].map(({ booked_minutes: booked, open_minutes: open }) =>
    rateOf(booked, open),
  ) as [number | null, number | null];
  return {
    label: 'Open hours used',
    meaning: meanings.used,
    value: formatRate(rate),
    change: rateChangeInWords(rate, rateBefore),
    unit: 'rate',
    now: rate,
    before: rateBefore,
    note: `${inHours(now.booked_minutes)} booked of ${inHours(now.open_minutes)} open`,
  };
}

/** 150 -> "2.5 h" */
const inHours = (minutes: number): string => `${Math.round(minutes / 6) / 10} h`;

export type SoldLine = VisitReport['services'][number];

export type SoldRow = {
  name: string;
  visits: number;
  salesCents: number;
  /** Of the sales of the chosen days; null when there were none. */
  shareOfSales: number | null;
  visitsBefore: number;
  salesBeforeCents: number;
  change: string;
  /** A fraction of the sales before; null when there were none. */
  changePart: number | null;
};

/** The lines of both periods by name; those that were only sold before come last. */
export function soldRows(now: readonly SoldLine[], before: readonly SoldLine[]): SoldRow[] {
  const namesBefore = new Map(before.map((line) => [line.name, line]));
  const names = new Set(now.map(({ name }) => name));
  const all = [
    ...now,
    ...before
      .filter(({ name }) => !names.has(name))
      .map(({ name }) => ({ name, visits: 0, sales_cents: 0 })),
  ];
  const total = now.reduce((sum, { sales_cents: cents }) => sum + cents, 0);
  return all.map(({ name, visits, sales_cents: cents }) => {
    const former = namesBefore.get(name);
    const comparison = compare(cents, former?.sales_cents ?? 0);
    return {
      name,
      visits,
      salesCents: cents,
      shareOfSales: rateOf(cents, total),
      visitsBefore: former?.visits ?? 0,
      salesBeforeCents: former?.sales_cents ?? 0,
      change: changeInWords(comparison, formatCents),
      changePart: comparison.part,
    };
  });
}
