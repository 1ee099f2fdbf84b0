import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { signatureOf } from '../../supabase/functions/_shared/texts/text-signature.ts';
import type { TextService } from '../../supabase/functions/_shared/texts/text-sender.ts';
import type { Database } from '../backend/database/database.ts';
import type { Keys } from '../backend/keys.ts';
import type { Config } from '../config.ts';
import { storedFile } from '../content-policies.ts';
import { mailboxReaders, mailFolder } from '../mail/mail-place.ts';
import { administratorsOnly, type AskHost } from './administrators-only.ts';
import { listPage, mailPage, missingPage } from './mailbox-pages.ts';
import { storedMails, storedTexts, type StoredText } from './stored-messages.ts';
import { thisMachineOnly } from './this-machine-only.ts';

type Around = {
  database: Pick<Database, 'pool'>;
  keys: Keys;
  now: () => Date;
  ask: AskHost;
  service: TextService | null;
};

/** The mailbox for those who may read it by this configuration; null for nobody. */
export function openMailbox(config: Config, around: Around): Hono | null {
  const readers = mailboxReaders(config);
  if (!readers) return null;
  const { database, ask, service } = around;
  const { publicUrl } = config;
  return mailboxRoutes({
    folder: mailFolder(config),
    texts: () => storedTexts(database),
    reply: service && replyWith(service, ask),
    guard:
      readers === 'this machine' ? thisMachineOnly : administratorsOnly({ ...around, publicUrl }),
  });
}

type MailboxOptions = {
  folder: string;
  texts: () => Promise<StoredText[]>;
  /** Sends a customer's reply to the webhook as the service would; false if it refuses. Null without texts. */
  reply?: ((c: Context) => Promise<boolean>) | null;
  /** Decides who may read everybody's email. */
  guard: MiddlewareHandler;
};

/**
 * Reads the email in the folder that replaces a mail server: `/mailbox` and `/mailbox/<id>` for people, with
 * `/mailbox/<id>.eml` as the source; `/mailbox.json` and `/mailbox/<id>.json` for programs, and unsent text messages,
 * `/mailbox/sms.json`. Mounted at the root, and only when email goes to the folder.
 */
export function mailboxRoutes({ folder, texts, reply, guard }: MailboxOptions): Hono {
  const mails = storedMails(folder);
  const routes = new Hono();
  for (const path of ['/mailbox/*', '/mailbox.json']) routes.use(path, unlisted, guard);
  routes.get('/mailbox', async (c) => {
    const listed = { mails: await mails.list(), texts: await texts(), canReply: Boolean(reply) };
    return c.html(listPage({ ...listed, reply: c.req.query('reply') }));
  });
  routes.post('/mailbox/sms/reply', async (c) =>
    c.redirect(`/mailbox?reply=${(await reply?.(c)) ? 'sent' : 'refused'}`, 303),
  );
  routes.get('/mailbox.json', async (c) => c.json(to(c, await mails.list())));
  routes.get('/mailbox/sms.json', async (c) => c.json(to(c, await texts())));
  routes.get('/mailbox/:file{[^/]+\\.(?:json|eml)}', async (c) => {
    const [, id = '', form] = /^(.*)\.(\w+)$/s.exec(c.req.param('file')) ?? [];
    const mail = await mails.open(id);
    if (!mail) return c.json(notFound, 404);
    const { source, ...parsed } = mail;
    if (form === 'json') return c.json(parsed);
    // Always a download: it is never shown as a page of this site.
    c.header('content-disposition', 'attachment');
    c.header('content-security-policy', storedFile);
    return c.body(new Uint8Array(source), 200, { 'content-type': 'message/rfc822' });
  });
  routes.get('/mailbox/:id', async (c) => {
    const mail = await mails.open(c.req.param('id'));
    return mail ? c.html(mailPage(mail)) : c.html(missingPage(), 404);
  });
  return routes;
}

const to = <Message extends { to: string }>(c: Context, messages: Message[]) => {
  const reader = c.req.query('to')?.toLowerCase();
  return messages.filter((message) => reader === undefined || message.to.toLowerCase() === reader);
};

const replyWith = (service: TextService, ask: AskHost) => async (c: Context) => {
  const { phone = '', words = '' } = await c.req.parseBody<Record<string, string>>();
  const form = new URLSearchParams({
    MessageSid: `SM${crypto.randomUUID()}`,
    From: phone,
    Body: words,
  });
  const signature = await signatureOf(service, { search: '', entries: [...form] });
  const url = new URL('/functions/v1/text-webhook', c.req.url);
  const headers = { 'x-twilio-signature': signature };
  return (await ask(new Request(url, { method: 'POST', body: form, headers }), c.env)).ok;
};

const unlisted: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('x-robots-tag', 'noindex, nofollow');
  c.header('cache-control', 'no-store');
};

const notFound = { error: { code: 'mail_not_found', message: 'There is no email with this ID.' } };
