import * as z from 'zod/mini';
import { functionContract } from './contract.ts';
import { maybeText } from './values.ts';

/** The instant that an event of an external scheduling page starts at; null when it cannot be read. */
export const pickedTime = functionContract('picked-time', z.object({ startsAt: maybeText }));
