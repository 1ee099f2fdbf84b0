import { z } from 'zod';

/** A booking id is all a guest has to prove that the booking is theirs: any UUID, in lower case. */
export const bookingId = z.guid('This is not a booking id.').toLowerCase();
