import { z } from 'zod';
import type { ServiceRest } from '../http/deps.ts';
import { rpc, rpcAnswer } from '../http/rpc-answer.ts';

const queuedMail = z.object({
  id: z.string(),
  key: z.string(),
  template_type: z.string(),
  to_email: z.string(),
  booking_id: z.string().nullable(),
  /** Facts only the cause of the mail knew, such as the amount that is refunded. */
  data: z.record(z.string(), z.unknown()),
});

export type QueuedMail = z.infer<typeof queuedMail>;

/** Takes mail that is ready, for as long as the lease lasts; no two workers get the same one. */
export const claimMail = (rest: ServiceRest, batch: number, leaseSeconds: number) =>
  rpcAnswer(rest.rpc('claim_mail', { batch, lease_seconds: leaseSeconds }), z.array(queuedMail));

/** Without an error the mail is sent; with one it is tried again later. */
export const finishMail = (rest: ServiceRest, mailId: string, error: string | null = null) =>
  rpc(rest, 'finish_mail', { mail_id: mailId, error });

/** The mail is left out: it would no longer be true. */
export const dropMail = (rest: ServiceRest, mailId: string) =>
  rpc(rest, 'drop_mail', { mail_id: mailId });

/** Whether the times that a mail offers are still held for its reader; true for a mail that offers none. */
export const mailOfferStands = (rest: ServiceRest, mailId: string) =>
  rpc(rest, 'mail_offer_stands', { mail_id: mailId });

/** The mail server is away: the mail keeps its place in the queue, and this was no attempt. */
export const postponeMail = (rest: ServiceRest, mailId: string, error: string) =>
  rpc(rest, 'postpone_mail', { mail_id: mailId, error });

/** The mail is given up, for the owner to see. */
export const refuseMail = (rest: ServiceRest, mailId: string, error: string) =>
  rpc(rest, 'refuse_mail', { mail_id: mailId, error });

const storedTemplate = z.object({ subject: z.string(), content: z.string() });

export type StoredTemplate = z.infer<typeof storedTemplate>;

/**
 * The template of a type that was edited last; null when there is none. A migration that betters the wording edits all of
 * a type at one moment: then the one that was added last, and so by the owner.
 */
export async function findTemplate(
  rest: ServiceRest,
  templateType: string,
): Promise<StoredTemplate | null> {
  const templates = await rpcAnswer(
    rest
      .from('email_templates')
      .select('subject, content')
      .eq('template_type', templateType)
      .order('updated_at', { ascending: false })
      .order('created_at', { ascending: false })
      .limit(1),
    z.array(storedTemplate),
  );
  return templates[0] ?? null;
}

/** The wording of a type that the product came with; null when it came with none. */
export async function findDefaultMail(
  rest: ServiceRest,
  templateType: string,
): Promise<StoredTemplate | null> {
  return rpcAnswer(
    rest
      .from('default_mails')
      .select('subject, content')
      .eq('template_type', templateType)
      .maybeSingle(),
    storedTemplate.nullable(),
  );
}
