import * as z from 'zod/mini';
import { sqlContract } from './contract.ts';
import { whole } from './values.ts';

/** The rating by approved reviews; the average is null without any. */
export const reviewRating = sqlContract(
  'review_rating',
  z.object({ count: whole, average: z.nullable(z.number()) }),
);
