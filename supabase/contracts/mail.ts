import * as z from 'zod/mini';
import { functionContract, sqlContract, type AnswerOf } from './contract.ts';
import { flag, text, whole } from './values.ts';

/** Whether an address gets review requests; null when the token is unknown. */
export const chosenMail = sqlContract(
  'choose_mail',
  z.nullable(z.object({ address: text, is_subscribed: flag })),
);

/** The email preference behind an unsubscribe link. `address` is a hint: "ro…@example.com". */
export const mailChoice = functionContract(
  'unsubscribe',
  z.object({ address: text, isSubscribed: flag }),
);

export type MailChoice = AnswerOf<typeof mailChoice>;

/** Why a template cannot be sent, with line and column counted from 1. */
const problem = z.object({
  field: z.enum(['subject', 'content']),
  line: whole,
  column: whole,
  message: text,
});

export type TemplateProblem = z.infer<typeof problem>;

/** The variables of this kind of email, with sample values. */
const variables = z.record(text, text);

/** An email rendered with sample values, or the problem of its template. */
export const previewedTemplate = functionContract(
  'preview-template',
  z.union([
    z.object({ variables, problem }),
    z.object({
      variables,
      subject: text,
      html: text,
      /** As a program with a night mode shows it. */
      darkHtml: z.optional(text),
      problem: z.optional(z.undefined()),
    }),
  ]),
);

export const sentTestMail = functionContract('send-test-mail', z.object({ sentTo: text }));
