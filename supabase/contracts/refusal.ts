import * as z from 'zod/mini';
import { text } from './values.ts';

/** The refusal of every server function. The message is a sentence for people. */
export const refusal = z.object({
  error: z.object({
    code: text,
    message: text,
    /** Sentences by form field, if the refusal is about typed values. */
    fields: z.optional(z.record(text, text)),
  }),
});

export type Refusal = z.infer<typeof refusal>;
