import { z } from 'zod';
import { addOnIds } from '../../contracts/booking-input.ts';
import { openTimes } from '../../contracts/open-times.ts';
import { nearbyStarts, takenForPlace } from '../../contracts/slots.ts';
import { bookedMinutes } from '../../../domain/booking/add-ons.ts';
import { openDays, type OpenDay } from '../../../domain/time/open-days.ts';
import type { OpeningRules, RuleKind } from '../../../domain/time/opening-rules.ts';
import { addDays } from '../../../domain/time/schedule.ts';
import { requireAddOns } from '../_shared/bookings/add-ons.ts';
import { readBusiness } from '../_shared/bookings/business.ts';
import { requireService } from '../_shared/bookings/offer.ts';
import { checkPlace, limitPlaces, readOpeningRules } from '../_shared/bookings/opening-rules.ts';
import type { FunctionDeps, FunctionHandler, ServiceRest } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer, jsonFunction } from '../_shared/http/http.ts';
import { requireAdministrator } from '../_shared/http/require-administrator.ts';
import { rpc, rpcAnswer } from '../_shared/http/rpc-answer.ts';

/** A month and the days around it on a calendar, both included. */
const mostDays = 42;

const day = z.iso.date();
const period = { from: day, until: day };

export const openTimesRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('booking'),
    ...period,
    serviceId: z.string().max(50),
    addOns: addOnIds,
    /** Required while travel counts. */
    postalCode: z.string().max(100).optional(),
    /** The visitor's own hold and the time offered to them don't look taken. */
    ownBookingId: z.uuid().optional(),
    /** Proves that the hold is this browser's, as in create-booking. */
    holdToken: z.string().min(20).max(100).optional(),
    offerToken: z.string().max(100).optional(),
    /** For administrators: also outside the service area, and at the time that is held for a caller. */
    forCaller: z.object({ offerId: z.uuid().optional() }).optional(),
  }),
  z.object({
    kind: z.literal('move'),
    ...period,
    bookingId: z.uuid(),
    /** For administrators: by the rules for a new booking. */
    byOwner: z.literal(true).optional(),
  }),
]);

type NewBooking = Extract<z.infer<typeof openTimesRequest>, { kind: 'booking' }>;

/** What is wanted where: the service, the minutes of work, the place, and what is not in its way. */
type Wish = {
  kind: RuleKind;
  serviceId: string;
  durationMinutes: number;
  /** Undefined where it doesn't matter. */
  postalCode: string | undefined;
  ownBookingId: string | undefined;
  offerToken: string | undefined;
  offerId: string | undefined;
};

/** The open times of some days for a visit at a place. The other visits stay on the server. */
export const openTimesHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, openTimesRequest, async (body, http) => {
    const { from, until } = body;
    if (until < from || until > addDays(from, mostDays - 1)) {
      throw new CodedError('invalid_input', {
        fields: { until: `Please ask for up to ${mostDays} days.` },
      });
    }
    const isOwners = body.kind === 'move' ? body.byOwner : body.forCaller;
    if (isOwners) await requireAdministrator(deps, http);
    const reading = readOpeningRules(deps.rest);
    const [rules, wish] = await Promise.all([
      reading,
      body.kind === 'move' ? readMove(deps.rest, body) : readWish(deps, http, body, reading),
    ]);
    if (body.kind === 'booking' && !body.forCaller) {
      await limitPlaces(deps, http, { rules, postalCode: wish.postalCode });
    }
    const taken = await rpc(deps.rest, takenForPlace, {
      postal_code: wish.postalCode ?? '',
      from_day: from,
      until_day: until,
      service: wish.serviceId,
      ...ownOf(wish),
    });
    const { kind, durationMinutes } = wish;
    const now = deps.now().getTime();
    const days = openDays({ rules, kind, durationMinutes, now, from, to: until, taken });
    const { starts, discountCents } =
      rules.needsPlace && body.kind === 'booking'
        ? await readNearby(deps.rest, wish, days)
        : { starts: [], discountCents: 0 };
    return answer(openTimes, {
      days: days.map((day) => ({
        ...day,
        nearby: starts.filter(({ date }) => date === day.date).map(({ time }) => time),
      })),
      nearbyDiscountCents: body.kind === 'booking' && body.forCaller ? 0 : discountCents,
    });
  });

/** Throws `invalid_input`, `outside_service_area`, `add_on_unavailable`, `visit_too_long`. */
async function readWish(
  deps: FunctionDeps,
  http: Request,
  body: NewBooking,
  reading: Promise<OpeningRules>,
): Promise<Wish> {
  const [rules, business, ownBookingId] = await Promise.all([
    reading,
    readBusiness(deps.rest),
    ownHold(deps, http, body),
  ]);
  const service = requireService(business, body.serviceId);
  const postalCode = checkPlace(body.postalCode, rules, !body.forCaller);
  return {
    kind: 'booking',
    serviceId: service.id,
    durationMinutes: bookedMinutes(service, requireAddOns(business, service, body.addOns)),
    postalCode,
    ownBookingId,
    offerToken: body.offerToken,
    offerId: body.forCaller?.offerId,
  };
}

/** The named hold, if this visitor may replace it: the time of any other is taken. */
async function ownHold(
  deps: FunctionDeps,
  http: Request,
  { ownBookingId: named, holdToken }: NewBooking,
): Promise<string | undefined> {
  if (!named) return undefined;
  const own: string | null = await rpc(deps.rest, 'own_hold', {
    named_booking_id: named,
    holder_token: holdToken ?? null,
    account: (await deps.verifyUser(http))?.id ?? null,
  });
  return own ?? undefined;
}

/** Which of the open times are near another visit, as the database decides it for a booking. */
function readNearby(rest: ServiceRest, wish: Wish, days: readonly OpenDay[]) {
  const starts = days.flatMap(({ date, times }) => times.map((time) => ({ date, time })));
  return rpc(rest, nearbyStarts, {
    postal_code: wish.postalCode ?? '',
    starts,
    duration_minutes: wish.durationMinutes,
    service: wish.serviceId,
    ...ownOf(wish),
  });
}

const ownOf = ({ ownBookingId, offerToken, offerId }: Wish) => ({
  ...(ownBookingId && { own_booking_id: ownBookingId }),
  ...(offerToken && { offer_token: offerToken }),
  ...(offerId && { own_offer_id: offerId }),
});

const moved = z.array(
  z.object({ service_id: z.string(), duration_minutes: z.int(), postal_code: z.string() }),
);

/** The booking to be moved is not in its own way. Throws `booking_not_found`. */
async function readMove(
  rest: ServiceRest,
  { bookingId, byOwner }: { bookingId: string; byOwner?: true | undefined },
): Promise<Wish> {
  const [booking] = await rpcAnswer(
    rest.from('bookings').select('service_id,duration_minutes,postal_code').eq('id', bookingId),
    moved,
  );
  if (!booking) throw new CodedError('booking_not_found');
  return {
    kind: byOwner ? 'booking' : 'move',
    serviceId: booking.service_id,
    durationMinutes: booking.duration_minutes,
    postalCode: booking.postal_code,
    ownBookingId: bookingId,
    offerToken: undefined,
    offerId: undefined,
  };
}
