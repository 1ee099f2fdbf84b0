import { z } from 'zod';

/** What a person typed. Only its size is checked here; `domain/booking/details.ts` says the form's own sentences. */
export const typed = z.string().max(500, 'This is too long.').default('');

/** As `typed`, for texts of several lines. */
export const typedText = z.string().max(4000, 'This is too long.').default('');
