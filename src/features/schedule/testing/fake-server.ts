import { vi } from 'vitest';

export type Slot = { booking_date: string; booking_time: string; duration_minutes: number };
type FunctionAnswer = { status: number; body: unknown };

/** The backend as the browser sees it: taken slots by month, and one answer to create-booking. */
export function startFakeServer(start: { slots?: Slot[] } = {}) {
  const server = {
    slots: start.slots ?? [],
    isDown: false,
    createBooking: (): FunctionAnswer | Promise<FunctionAnswer> => ({ status: 500, body: {} }),
    slotRequests: [] as Request[],
    bookingRequests: [] as unknown[],
  };

  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (server.isDown) throw new TypeError('Failed to fetch');
    const { pathname } = new URL(request.url);
    if (pathname === '/rest/v1/booked_slots') {
      server.slotRequests.push(request);
      return Response.json(slotsOf(request, server.slots));
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

/** Somebody has this time. */
export function taken(date: string, time: string, durationMinutes = 180): Slot {
  return { booking_date: date, booking_time: `${time}:00`, duration_minutes: durationMinutes };
}

/** Every time of the day is gone. */
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
