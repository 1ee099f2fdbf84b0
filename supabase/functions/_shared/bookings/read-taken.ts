import { z } from 'zod';
import type { TakenTime } from '../../../../domain/time/schedule.ts';
import type { ServiceRest } from '../http/deps.ts';
import { rpcAnswer } from '../http/rpc-answer.ts';

const bookedSlot = z.object({
  booking_date: z.string(),
  booking_time: z.string(),
  service_name: z.string().nullable(),
  duration_minutes: z.number(),
  crew: z.number().nullable(),
});

/** What is taken on a day. */
export async function readTaken(rest: ServiceRest, date: string): Promise<TakenTime[]> {
  const slots = await rpcAnswer(
    rest
      .from('booked_slots')
      .select('booking_date,booking_time,service_name,duration_minutes,crew')
      .eq('booking_date', date),
    z.array(bookedSlot),
  );
  return slots.map((slot) => ({
    date: slot.booking_date,
    time: slot.booking_time,
    durationMinutes: slot.duration_minutes,
    crew: slot.crew,
    isTimeOff: slot.service_name === null,
  }));
}
