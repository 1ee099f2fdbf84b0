import { z } from 'zod';
import { addOnIds } from '../../contracts/booking-input.ts';
import { joinedWaitingList } from '../../contracts/waiting-list.ts';
import { bookedMinutes, sellAddOns } from '../../../domain/booking/add-ons.ts';
import { availableTimes, checkStart, startsOn } from '../../../domain/time/schedule.ts';
import type { OpeningRules } from '../../../domain/time/opening-rules.ts';
import { validateWaiting } from '../../../domain/booking/waiting-list.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer, jsonFunction } from '../_shared/http/http.ts';
import { requireAddOns } from '../_shared/bookings/add-ons.ts';
import { readBusiness } from '../_shared/bookings/business.ts';
import { requireService, requireVehicleClass } from '../_shared/bookings/offer.ts';
import { checkPlace, limitPlaces, readOpeningRules } from '../_shared/bookings/opening-rules.ts';
import { joinWaitingList, readTakenFor } from '../_shared/offers/waiting-calls.ts';

const typed = z.string().max(500, 'This is too long.');

export const joinRequest = z.object({
  serviceId: z.string().max(50),
  vehicleType: z.string().max(40),
  addOns: addOnIds,
  /** Required while travel counts. */
  postalCode: z.string().max(100).optional(),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  name: typed,
  email: typed,
  phone: typed,
  /** The customer wants texts about the place on the list. */
  textConsent: z.boolean().optional(),
});

/** Puts a customer on the waiting list of a full day; a second request changes nothing. */
export const joinWaitingListHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, joinRequest, async (body, http) => {
    const { serviceId, vehicleType, addOns: ids, date, postalCode, textConsent, ...person } = body;
    const business = await readBusiness(deps.rest);
    const service = requireService(business, serviceId);
    requireVehicleClass(business, vehicleType);
    const checked = validateWaiting(person);
    if (!checked.ok) throw new CodedError('invalid_input', { fields: checked.fields });
    const addOns = requireAddOns(business, service, ids);
    const durationMinutes = bookedMinutes(service, addOns);
    const rules = await readOpeningRules(deps.rest);
    const place = checkPlace(postalCode, rules);
    await limitPlaces(deps, http, { rules, postalCode: place });
    await requireFullDay(deps, rules, { date, durationMinutes, serviceId: service.id, place });
    await joinWaitingList(deps.rest, {
      day: date,
      service_id: service.id,
      service_name: service.name,
      vehicle_type: vehicleType,
      duration_minutes: durationMinutes,
      add_ons: addOns.length > 0 ? sellAddOns(addOns, vehicleType) : null,
      ...(place !== undefined && { postal_code: place }),
      ...checked.value,
      text_consent: textConsent ?? false,
    });
    // A time may be available by now; then it is offered at once.
    deps.wakeWorkers();
    return answer(joinedWaitingList, { joined: true });
  });

/** A day has a waiting list if it could be booked but is full. */
async function requireFullDay(
  deps: FunctionDeps,
  rules: OpeningRules,
  wanted: { date: string; durationMinutes: number; serviceId: string; place: string | undefined },
) {
  const { date, durationMinutes, serviceId, place } = wanted;
  const wish = {
    rules,
    kind: 'booking',
    date,
    durationMinutes,
    now: deps.now().getTime(),
  } as const;
  const canBeBooked = startsOn(date, wish).some((time) => checkStart({ ...wish, time }).ok);
  if (!canBeBooked) throw new CodedError('time_not_offered');
  // After the checks: the database refuses an invalid date such as February 30.
  const taken = await readTakenFor(deps.rest, { postalCode: place, serviceId, date });
  if (availableTimes({ ...wish, taken }).length > 0) throw new CodedError('day_has_times');
}
