import * as z from 'zod/mini';
import { sqlContract } from './contract.ts';
import { text, whole } from './values.ts';

/** A private note. The version increments with every change, so that no unread change is overwritten. */
export const privateNote = z.object({ text, version: whole });

export type PrivateNote = z.infer<typeof privateNote>;

/** @public Called by pages of the release before. */
export const savedBookingNote = sqlContract('save_booking_note', privateNote);
export const savedCustomerNote = sqlContract('save_customer_note', privateNote);
export const savedPhoneCustomerNote = sqlContract('save_phone_customer_note', privateNote);
