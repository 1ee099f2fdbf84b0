import * as z from 'zod/mini';
import { sqlContract } from './contract.ts';
import { text, whole } from './values.ts';

/** What only the business knows. The version goes up with every change, so that none is written over unread. */
export const privateNote = z.object({ text, version: whole });

export type PrivateNote = z.infer<typeof privateNote>;

export const savedBookingNote = sqlContract('save_booking_note', privateNote);
export const savedCustomerNote = sqlContract('save_customer_note', privateNote);
