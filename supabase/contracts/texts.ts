import * as z from 'zod/mini';
import { textKinds } from '../../domain/contact/text-wordings.ts';
import { sqlContract, type AnswerOf } from './contract.ts';
import { maybeText, text, whole } from './values.ts';

/** The next text that is due, leased; null when none is. */
export const nextText = sqlContract(
  'next_text',
  z.nullable(
    z.object({
      id: text,
      kind: z.enum(textKinds),
      phone: text,
      /** Facts from the cause of the text, such as a link. */
      data: z.record(z.string(), z.unknown()),
      service_name: text,
      date: text,
      time: text,
    }),
  ),
);

export type QueuedText = NonNullable<AnswerOf<typeof nextText>>;

/** The segments sent today, and the texts of two weeks that reached nobody. */
export const textsToday = sqlContract(
  'texts_today',
  z.object({
    segments_today: whole,
    failed: z.array(
      z.object({
        id: text,
        booking_id: maybeText,
        kind: z.enum(textKinds),
        phone: text,
        error_code: z.nullable(whole),
        last_error: maybeText,
        created_at: text,
      }),
    ),
  }),
);
