import { vi } from 'vitest';
import { defaultOpeningRules } from '@domain/time/opening-rules.ts';

export type Slot = {
  booking_date: string;
  booking_time: string;
  duration_minutes: number;
  service_name: string | null;
  crew: number | null;
};
type OpenTimesRequest = { postalCode?: string; from: string; addOns: string[] };
type FunctionAnswer = { status: number; body: unknown };

export const anyTime = { validFrom: null, validUntil: null, isUsedUp: false };

/** The backend as the browser sees it: the rules, taken slots by month, and one answer to create-booking. */
export function startFakeServer(start: { slots?: Slot[] } = {}) {
  const server = {
    slots: start.slots ?? [],
    rules: defaultOpeningRules,
    isDown: false,
    areRulesDown: false,
    createBooking: (): FunctionAnswer | Promise<FunctionAnswer> => ({ status: 500, body: {} }),
    slotRequests: [] as Request[],
    bookingRequests: [] as unknown[],
    /** What the server answers for a place. */
    openTimes: (_request: OpenTimesRequest): unknown => ({ days: [] }),
    /** What the server reads of an event of the external page; null when it fails. */
    pickedTime: { startsAt: null } as { startsAt: string | null } | null,
    pickedRequests: [] as unknown[],
    openRequests: [] as OpenTimesRequest[],
    /** What the server knows of a coupon by its code; undefined when it gives no answer. */
    couponOffer: (code: string): unknown =>
      code === 'NEWCUSTOMER20' ? { ...anyTime, discount: { kind: 'amount', cents: 2000 } } : null,
    /** Why the signed-in customer may not use a coupon. */
    couponRefusal: null as string | null,
    /** What the signed-in customer booked before: rows of the table, and their details. */
    former: { rows: [] as unknown[], details: [] as unknown[] },
  };

  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const isForRules = pathname === '/rest/v1/rpc/opening_rules';
    if (server.isDown || (isForRules && server.areRulesDown)) {
      throw new TypeError('Failed to fetch');
    }
    if (isForRules) return Response.json(server.rules);
    if (pathname === '/rest/v1/booked_slots') {
      server.slotRequests.push(request);
      return Response.json(slotsOf(request, server.slots));
    }
    if (pathname === '/rest/v1/bookings') return Response.json(server.former.rows);
    if (pathname === '/rest/v1/rpc/booking_details') return Response.json(server.former.details);
    if (pathname === '/rest/v1/rpc/coupon_offer') {
      const answer = server.couponOffer(((await request.json()) as { code: string }).code);
      if (answer === undefined) throw new TypeError('Failed to fetch');
      return Response.json(answer);
    }
    if (pathname === '/rest/v1/rpc/coupon_refusal') return Response.json(server.couponRefusal);
    if (pathname === '/functions/v1/open-times') {
      const question = (await request.json()) as OpenTimesRequest;
      server.openRequests.push(question);
      return Response.json(server.openTimes(question));
    }
    if (pathname === '/functions/v1/picked-time') {
      server.pickedRequests.push(await request.json());
      return Response.json(server.pickedTime, { status: server.pickedTime ? 200 : 500 });
    }
    if (pathname === '/functions/v1/create-booking') {
      server.bookingRequests.push(await request.json());
      const { status, body } = await server.createBooking();
      return Response.json(body, { status });
    }
    return new Response('Not found', { status: 404 });
  });
  return server;
}

function slotsOf(request: Request, slots: Slot[]): Slot[] {
  const range = new URL(request.url).searchParams.getAll('booking_date');
  const edge = (operator: string) =>
    range.find((filter) => filter.startsWith(operator))?.slice(operator.length) ?? '';
  return slots.filter(
    (slot) => edge('gte.') <= slot.booking_date && slot.booking_date <= edge('lte.'),
  );
}

/** This time is booked. */
export function taken(date: string, time: string, durationMinutes = 180): Slot {
  return {
    booking_date: date,
    booking_time: `${time}:00`,
    duration_minutes: durationMinutes,
    service_name: 'Premium Detailing',
    crew: 1,
  };
}

/** No crew works then. */
export function timeOff(date: string, time = '00:00', durationMinutes = 1440): Slot {
  return { ...taken(date, time, durationMinutes), service_name: null, crew: null };
}

/** Every time of the day is booked. */
export function fullDay(date: string): Slot {
  return taken(date, '09:00', 540);
}

export function refusal(
  status: number,
  code: string,
  message: string,
  fields?: Record<string, string>,
) {
  return { status, body: { error: { code, message, fields } } };
}
