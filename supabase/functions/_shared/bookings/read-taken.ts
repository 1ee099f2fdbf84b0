import type { TakenTime } from '../../../../domain/time/schedule.ts';
import { slotColumns, takenTimes } from '../../../contracts/slots.ts';
import type { ServiceRest } from '../http/deps.ts';
import { rpcAnswer } from '../http/rpc-answer.ts';

/** What is taken on a day. */
export const readTaken = (rest: ServiceRest, date: string): Promise<TakenTime[]> =>
  rpcAnswer(rest.from('booked_slots').select(slotColumns).eq('booking_date', date), takenTimes);
