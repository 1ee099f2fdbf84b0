import * as z from 'zod/mini';
import { sqlContract } from './contract.ts';
import { maybeText, whole } from './values.ts';

/** The rating by approved reviews; the average is null without any. */
export const reviewRating = sqlContract(
  'review_rating',
  z.object({ count: whole, average: z.nullable(z.number()) }),
);

export type Rating = z.infer<typeof reviewRating.shape>;

/** The approved reviews by service and rating; the service is null without a booking. */
export const reviewCounts = sqlContract(
  'review_counts',
  z.array(z.object({ service: maybeText, rating: whole, count: whole })),
);
