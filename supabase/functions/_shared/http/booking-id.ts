import { z } from 'zod';

/** A booking id is a guest's only proof: any UUID, in lower case. */
export const bookingId = z.guid('This is not a booking ID.').toLowerCase();
