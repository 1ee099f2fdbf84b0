import { queryOptions } from '@tanstack/react-query';
import { crewsForVisit } from '@contracts/crews.ts';
import type { OwnerBooking } from '@contracts/owner-booking.ts';
import { ownRpc } from '@/lib/rpc.ts';

type Visit = Pick<OwnerBooking, 'id' | 'booking_date' | 'booking_time'>;

/** Every crew, and whether it can take a visit at its time. */
export const crewsForVisitQuery = ({ id, booking_date: day, booking_time: time }: Visit) =>
  queryOptions({
    queryKey: ['crews-for-visit', id, day, time],
    queryFn: ({ signal }) => ownRpc(crewsForVisit, { target_booking_id: id }, { signal }),
    staleTime: 0,
  });

/** Throws with the code of the refusal as message. */
export const changeCrew = (bookingId: string, crew: number) =>
  ownRpc('change_crew', { target_booking_id: bookingId, crew });
