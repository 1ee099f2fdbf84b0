import * as z from 'zod/mini';
import { functionContract } from './contract.ts';

/** How much each job did, which ones failed, and which were still running when the time was up. */
export const ranJobs = functionContract(
  'run-jobs',
  z.object({
    done: z.record(z.string(), z.number()),
    failed: z.array(z.string()),
    unfinished: z.array(z.string()),
  }),
);
