import * as z from 'zod/mini';
import { text } from './values.ts';

/** What every server function answers when it refuses. The message is a sentence for the person who reads it. */
export const refusal = z.object({
  error: z.object({
    code: text,
    message: text,
    /** Form field to sentence, when the refusal is about what was typed. */
    fields: z.optional(z.record(text, text)),
  }),
});

export type Refusal = z.infer<typeof refusal>;
