import { z } from 'zod';
import type { ServiceRest } from '../http/deps.ts';
import { rpc, rpcAnswer } from '../http/rpc-answer.ts';

const queuedMail = z.object({
  id: z.string(),
  key: z.string(),
  template_type: z.string(),
  to_email: z.string(),
  booking_id: z.string().nullable(),
  /** Facts from the cause of the email, such as the refunded amount. */
  data: z.record(z.string(), z.unknown()),
  /** When it was queued, an instant. */
  created_at: z.string(),
});

export type QueuedMail = z.infer<typeof queuedMail>;

/** Leases ready emails; two workers never get the same one. */
export const claimMail = (rest: ServiceRest, batch: number, leaseSeconds: number) =>
  rpcAnswer(rest.call('claim_mail', { batch, lease_seconds: leaseSeconds }), z.array(queuedMail));

/** Without an error the email is marked as sent; with one it is retried later. */
export const finishMail = (rest: ServiceRest, mailId: string, error: string | null = null) =>
  rpc(rest, 'finish_mail', { mail_id: mailId, error });

/** Drops the email: it is no longer relevant. */
export const dropMail = (rest: ServiceRest, mailId: string) =>
  rpc(rest, 'drop_mail', { mail_id: mailId });

/** Whether the offered times of an email are still held for its reader; true for an email without any. */
export const mailOfferStands = (rest: ServiceRest, mailId: string) =>
  rpc(rest, 'mail_offer_stands', { mail_id: mailId });

/** The mail server is unavailable: the email keeps its place in the queue, and no attempt is counted. */
export const postponeMail = (rest: ServiceRest, mailId: string, error: string) =>
  rpc(rest, 'postpone_mail', { mail_id: mailId, error });

/** Gives the email up; the owner sees it. */
export const refuseMail = (rest: ServiceRest, mailId: string, error: string) =>
  rpc(rest, 'refuse_mail', { mail_id: mailId, error });

const storedTemplate = z.object({ subject: z.string(), content: z.string() });

export type StoredTemplate = z.infer<typeof storedTemplate>;

/**
 * The template of a type with the latest edit; null if there is none. A migration that improves wording edits all
 * of a type at one moment: then the latest added one, which is the owner's.
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

/** The default wording of a type; null if there is none. */
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
