import * as z from 'zod/mini';
import { functionContract, sqlContract, type AnswerOf } from './contract.ts';
import { flag, text, whole } from './values.ts';

/** Whether an address wants review requests; null for a link that is of nobody. */
export const chosenMail = sqlContract(
  'choose_mail',
  z.nullable(z.object({ address: text, is_subscribed: flag })),
);

/** What the person behind a link of a mail wants to hear. `address` is a hint: "ro…@example.com". */
export const mailChoice = functionContract(
  'unsubscribe',
  z.object({ address: text, isSubscribed: flag }),
);

export type MailChoice = AnswerOf<typeof mailChoice>;

/** Why a template cannot be sent, and where: lines and columns count from 1. */
const problem = z.object({
  field: z.enum(['subject', 'content']),
  line: whole,
  column: whole,
  message: text,
});

export type TemplateProblem = z.infer<typeof problem>;

/** What this kind of mail may print, with the sample values. */
const variables = z.record(text, text);

/** A mail as it would look with sample values, or what keeps it from being one. */
export const previewedTemplate = functionContract(
  'preview-template',
  z.union([
    z.object({ variables, problem }),
    z.object({ variables, subject: text, html: text, problem: z.optional(z.undefined()) }),
  ]),
);

export const sentTestMail = functionContract('send-test-mail', z.object({ sentTo: text }));
