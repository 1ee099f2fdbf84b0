import { queryOptions } from '@tanstack/react-query';
import { crewsForVisit } from '@contracts/crews.ts';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';
import { ownRpc } from '@/lib/rpc.ts';

export type VisitOfCrew = { id: string; booking_date: LocalDate; booking_time: LocalTime };

/** Every crew, and whether it can take a visit at its time. */
export const crewsForVisitQuery = ({ id, booking_date: day, booking_time: time }: VisitOfCrew) =>
  queryOptions({
    queryKey: ['crews-for-visit', id, day, time],
    queryFn: ({ signal }) => ownRpc(crewsForVisit, { target_booking_id: id }, { signal }),
    staleTime: 0,
  });

/** Throws with the code of the refusal as message. */
export const changeCrew = (bookingId: string, crew: number) =>
  ownRpc('change_crew', { target_booking_id: bookingId, crew });
