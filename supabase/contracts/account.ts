import * as z from 'zod/mini';
import { sqlContract } from './contract.ts';
import { flag, text, whole } from './values.ts';

export const secondFactorStatus = sqlContract(
  'second_factor_status',
  z.object({
    /** Whether every administrator needs a second factor. */
    required: flag,
    has_factor: flag,
    recovery_codes_left: whole,
    is_administrator: flag,
  }),
);

/** All data about a person, for a file; no caller reads single fields. */
const everything = z.record(text, z.unknown());

export const myData = sqlContract('my_data', everything);
export const customerData = sqlContract('customer_data', everything);
