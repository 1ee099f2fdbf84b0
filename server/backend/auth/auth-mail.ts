import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import type { CodeChallenge } from './code-flow.ts';
import { linkToPage } from './mailed-link.ts';
import { makeOneTimeToken, type TokenType } from './one-time-tokens.ts';

/** The template of each kind of token, and the type in its link. */
const mails = {
  confirmation: { template: 'signup_confirmation', linkType: 'signup' },
  recovery: { template: 'password_recovery', linkType: 'recovery' },
  magiclink: { template: 'magic_link', linkType: 'magiclink' },
  email_change_current: { template: 'email_change', linkType: 'email_change' },
  email_change_new: { template: 'email_change', linkType: 'email_change' },
} as const satisfies Partial<Record<TokenType, { template: string; linkType: string }>>;

/** The template of a code without a link. */
const codeMails = { reauthentication: { template: 'reauthentication' } } as const;

export type MailedToken = {
  userId: string;
  type: keyof typeof mails;
  email: string;
  /** Checked to be of our own origin. */
  redirectTo: string;
  challenge: CodeChallenge | null;
  /** More variables of the template. */
  data?: Record<string, string>;
};

/** Makes a one-time token and queues its email, in the caller's transaction. */
export async function mailToken(auth: Auth, client: PoolClient, mail: MailedToken) {
  const { userId, type, email, redirectTo, challenge } = mail;
  const { template, linkType } = mails[type];
  const { linkToken, code } = await makeOneTimeToken(auth, client, {
    userId,
    type,
    relatesTo: email,
    challenge,
  });
  const link = linkToPage(auth.publicUrl, { linkToken, type: linkType, redirectTo });
  const data = { confirmation_url: link, token: code, email, ...mail.data };
  await enqueue(client, template, email, data);
}

/** Makes a code without a link and queues its email. */
export async function mailCode(
  auth: Auth,
  client: PoolClient,
  mail: { userId: string; type: keyof typeof codeMails; email: string },
) {
  const { userId, type, email } = mail;
  const { code } = await makeOneTimeToken(auth, client, { userId, type, relatesTo: email });
  await enqueue(client, codeMails[type].template, email, { token: code, email });
}

/** The template of an email without a code or a link that proves anything. */
const noticeMail = { template: 'account_exists' } as const;

/** Queues the email for a sign-up with an address that already has an account. */
export const mailAccountExists = (client: PoolClient, email: string) =>
  enqueue(client, noticeMail.template, email, { email });

async function enqueue(
  client: PoolClient,
  template: string,
  email: string,
  data: Record<string, string>,
) {
  await client.query('select public.enqueue_mail($1, $2, $3, null, $4)', [
    `${template}:${randomUUID()}`,
    template,
    email,
    JSON.stringify(data),
  ]);
}
