import type { EventInput } from '@fullcalendar/react';
import { addDays } from '@domain/time/schedule.ts';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';
import type {
  CalendarBooking,
  CalendarDay,
  CalendarRange,
  CrewDay,
  Offer,
  TimeOff,
} from '@contracts/calendar.ts';
import { crewLook } from '@/entities/crew/crew-look.ts';
import type { NewStart } from '@/entities/visit/move-visit.ts';
import { laterBy } from './wall-clock.ts';

/** What stands behind an event on the calendar. */
export type Shown =
  | { kind: 'booking'; booking: CalendarBooking; isMoving: boolean }
  | { kind: 'timeOff'; timeOff: TimeOff }
  | { kind: 'offer'; offer: Offer }
  | { kind: 'crewHours'; hours: CrewDay }
  | { kind: 'special'; day: CalendarDay };

export type ShownEvent = EventInput & { extendedProps: { shown?: Shown; crew?: number | null } };

/** Where a booking is shown while it is asked whether to move it there. */
export type Moving = { id: string; to: NewStart };

/** All of a range as events. `now` is the wall time of the business: what has begun cannot be dragged. */
export function calendarEvents(
  range: CalendarRange,
  moving: Moving | null,
  now: string,
): ShownEvent[] {
  const events = [
    ...range.days.flatMap(dayEvents),
    ...shorterDays(range).flatMap(crewEvents),
    ...range.timeOff.map(timeOffEvent),
    ...range.offers.map(offerEvent),
    ...range.bookings.map((booking) =>
      bookingEvent(booking, moving?.id === booking.id ? moving.to : null, now),
    ),
  ];
  return range.crews > 1 ? events.map(inCrewColour) : events;
}

function inCrewColour(event: ShownEvent): ShownEvent {
  const { crew } = event.extendedProps;
  return typeof crew === 'number'
    ? { ...event, className: `${String(event.className)} cal-crew ${crewLook(crew)}` }
    : event;
}

const at = (day: LocalDate, time: LocalTime): string =>
  time === '24:00' ? `${addDays(day, 1)}T00:00:00` : `${day}T${time}:00`;

function bookingEvent(booking: CalendarBooking, to: NewStart | null, now: string): ShownEvent {
  const { date, time } = to ?? { date: booking.booking_date, time: booking.booking_time };
  const isUnpaid = booking.hold_expires_at !== null || booking.status === 'pending_payment';
  const isHeld = isUnpaid || booking.called_off !== null;
  const isOver = booking.done_at !== null || booking.no_show_at !== null;
  return {
    id: `booking:${booking.id}`,
    start: at(date, time),
    end: at(date, laterBy(time, booking.duration_minutes)),
    startEditable: !isUnpaid && !isOver && at(booking.booking_date, booking.booking_time) > now,
    className: ['cal-event', isOver ? 'cal-over' : isHeld ? 'cal-held' : 'cal-booking'].join(' '),
    extendedProps: {
      shown: { kind: 'booking', booking, isMoving: to !== null },
      crew: booking.crew,
    },
  };
}

/** A whole day stands above the hours. */
function timeOffEvent(timeOff: TimeOff): ShownEvent {
  const isWholeDay = timeOff.from === '00:00' && timeOff.until === '24:00';
  return {
    id: `time-off:${timeOff.id}`,
    ...(isWholeDay
      ? { start: timeOff.day, allDay: true }
      : { start: at(timeOff.day, timeOff.from), end: at(timeOff.day, timeOff.until) }),
    className: 'cal-event cal-time-off',
    extendedProps: { shown: { kind: 'timeOff', timeOff }, crew: timeOff.crew },
  };
}

const offerEvent = (offer: Offer): ShownEvent => ({
  id: `offer:${offer.id}`,
  start: at(offer.day, offer.from),
  end: at(offer.day, offer.until),
  className: 'cal-event cal-held',
  extendedProps: { shown: { kind: 'offer', offer }, crew: offer.crew },
});

/** The hours that are closed, and a line above a day that is not like its weekday. */
function dayEvents(day: CalendarDay): ShownEvent[] {
  const closed = (from: LocalTime, until: LocalTime): ShownEvent => ({
    id: `closed:${day.day}:${from}`,
    start: at(day.day, from),
    end: at(day.day, until),
    display: 'background',
    className: 'cal-closed',
    extendedProps: {},
  });
  const hours =
    day.from === null || day.until === null
      ? [closed('00:00', '24:00')]
      : [closed('00:00', day.from), closed(day.until, '24:00')];
  return [...(day.is_special ? [specialEvent(day)] : []), ...hours];
}

/** The days on which a crew works less than the business is open. */
function shorterDays({ days, crewHours = [] }: CalendarRange): CrewDay[] {
  return crewHours.filter(({ day, from, until }) => {
    const open = days.find((one) => one.day === day);
    if (!open || open.from === null || open.until === null) return false;
    return from === null || until === null || from > open.from || until < open.until;
  });
}

/** A line above the day; and what of the day is closed, for the lane of the crew. */
function crewEvents(hours: CrewDay): ShownEvent[] {
  const { day, crew, from, until } = hours;
  const common = {
    className: 'cal-event cal-crew-hours',
    extendedProps: { shown: { kind: 'crewHours', hours } as const, crew },
  };
  const closed = (start: LocalTime, end: LocalTime): ShownEvent => ({
    ...common,
    id: `crew-off:${day}:${crew}:${start}`,
    start: at(day, start),
    end: at(day, end),
  });
  return [
    { ...common, id: `crew-hours:${day}:${crew}`, start: day, allDay: true },
    ...(from === null || until === null
      ? [closed('00:00', '24:00')]
      : [closed('00:00', from), closed(until, '24:00')].filter(({ start, end }) => start !== end)),
  ];
}

/** Only lanes have room for the hours in which one crew is off, and a month for neither them nor the lines. */
export const withoutCrewHours = (events: readonly ShownEvent[], isMonth: boolean): ShownEvent[] =>
  events.filter(
    ({ extendedProps: { shown }, allDay }) =>
      shown?.kind !== 'crewHours' || (allDay === true && !isMonth),
  );

const specialEvent = (day: CalendarDay): ShownEvent => ({
  id: `special:${day.day}`,
  start: day.day,
  allDay: true,
  className: 'cal-event cal-special',
  extendedProps: { shown: { kind: 'special', day } },
});

/** The hours worth showing: those that are open somewhere, and whatever lies outside them. */
export function shownHours({ days, bookings, timeOff, offers }: CalendarRange): {
  from: LocalTime;
  until: LocalTime;
} {
  const starts = [
    ...days.flatMap(({ from }) => from ?? []),
    ...bookings.map((one) => one.booking_time),
    ...offers.map(({ from }) => from),
    ...timeOff.map(({ from }) => from).filter((from) => from !== '00:00'),
  ];
  const ends = [
    ...days.flatMap(({ until }) => until ?? []),
    ...bookings.map((one) => laterBy(one.booking_time, one.duration_minutes)),
    ...offers.map(({ until }) => until),
    ...timeOff.map(({ until }) => until).filter((until) => until !== '24:00'),
  ];
  const from = ['08:00', ...starts].sort()[0] ?? '08:00';
  const until = ['18:00', ...ends].sort().at(-1) ?? '18:00';
  const isFullHour = until.endsWith(':00');
  return {
    from: `${from.slice(0, 2)}:00`,
    until: isFullHour
      ? laterBy(until === '24:00' ? '23:00' : until, 60)
      : laterBy(`${until.slice(0, 2)}:00`, 60),
  };
}
