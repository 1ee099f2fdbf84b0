import { Hono, type Context, type MiddlewareHandler } from 'hono';
import type { Database } from '../backend/database/database.ts';
import type { Config } from '../config.ts';
import { signatureOf } from '../../supabase/functions/_shared/texts/text-signature.ts';
import type { TextService } from '../../supabase/functions/_shared/texts/text-sender.ts';
import { mailboxForm, storedFile } from '../content-policies.ts';
import { mailboxReaders, mailFolder } from '../mail/mail-place.ts';
import { administratorsOnly, type AskHost } from './administrators-only.ts';
import { listPage, mailPage, missingPage } from './mailbox-pages.ts';
import { storedMails, type StoredAttachment, type StoredMail } from './stored-mails.ts';
import { storedTexts, type StoredTexts } from './stored-texts.ts';
import { thisMachineOnly } from './this-machine-only.ts';

const pageSize = 200;

/** The mailbox for those who may read it by this configuration; null for nobody. */
export function openMailbox(
  config: Config,
  {
    database,
    ask,
    service,
  }: { database: Pick<Database, 'pool'>; ask: AskHost; service: TextService | null },
): Hono | null {
  const readers = mailboxReaders(config);
  if (!readers) return null;
  const { publicUrl } = config;
  return mailboxRoutes({
    folder: mailFolder(config),
    texts: storedTexts(database),
    reply: service && replyWith(service, ask),
    guard: readers === 'this machine' ? thisMachineOnly : administratorsOnly({ ask, publicUrl }),
  });
}

type MailboxOptions = {
  folder: string;
  texts: StoredTexts;
  /** Sends a customer's reply to the webhook as the service would; false if it refuses. Null without texts. */
  reply?: ((c: Context) => Promise<boolean>) | null;
  /** Decides who may read everybody's email. */
  guard: MiddlewareHandler;
};

/**
 * Reads the email in the folder that replaces a mail server: `/mailbox` and `/mailbox/<id>` for people,
 * `/mailbox.json` and `/mailbox/<id>.json` for programs, and unsent text messages, `/mailbox/sms.json` for
 * programs. Mounted at the root, and only when email goes to the folder.
 */
export function mailboxRoutes({ folder, texts, reply, guard }: MailboxOptions): Hono {
  const mails = storedMails(folder);
  const routes = new Hono();

  for (const path of ['/mailbox/*', '/mailbox.json']) routes.use(path, noIndex, guard);
  routes.get('/mailbox', async (c) => {
    const limit = pageSize;
    if (reply) c.header('content-security-policy', mailboxForm);
    return c.html(
      listPage({
        mails: await mails.list({ limit }),
        texts: await texts.list({ limit }),
        canReply: Boolean(reply),
        reply: c.req.query('reply'),
      }),
    );
  });
  if (reply) {
    routes.post('/mailbox/sms/reply', async (c) => {
      const isSent = await reply(c);
      return c.redirect(`/mailbox?reply=${isSent ? 'sent' : 'refused'}`, 303);
    });
  }
  routes.get('/mailbox.json', async (c) =>
    c.json(await mails.list({ to: c.req.query('to'), limit: pageSize })),
  );
  routes.get('/mailbox/sms.json', async (c) =>
    c.json(await texts.list({ to: c.req.query('to'), limit: pageSize })),
  );
  routes.get('/mailbox/:file{[^/]+\\.json}', async (c) => {
    const mail = await mails.open(c.req.param('file').slice(0, -'.json'.length));
    return mail ? c.json(asJson(mail)) : c.json(notFound, 404);
  });
  routes.get('/mailbox/:id', async (c) => {
    const mail = await mails.open(c.req.param('id'));
    return mail ? c.html(mailPage(mail)) : c.html(missingPage(), 404);
  });
  routes.get('/mailbox/:id/attachments/:index{[0-9]+}', async (c) => {
    const mail = await mails.open(c.req.param('id'));
    const attachment = mail?.attachments[Number(c.req.param('index'))];
    return attachment ? download(attachment) : c.html(missingPage(), 404);
  });
  return routes;
}

const replyWith = (service: TextService, ask: AskHost) => async (c: Context) => {
  const { phone, words } = await c.req.parseBody();
  const form = new URLSearchParams({
    MessageSid: `SM${crypto.randomUUID()}`,
    From: typeof phone === 'string' ? phone : '',
    Body: typeof words === 'string' ? words : '',
  });
  const signature = await signatureOf(service, { search: '', entries: [...form] });
  const { ok } = await ask(
    new Request(new URL('/functions/v1/text-webhook', c.req.url), {
      method: 'POST',
      body: form,
      headers: { 'x-twilio-signature': signature },
    }),
    c.env,
  );
  return ok;
};

const noIndex = async (
  c: { header: (name: string, value: string) => void },
  next: () => Promise<void>,
) => {
  await next();
  c.header('x-robots-tag', 'noindex, nofollow');
  c.header('cache-control', 'no-store');
};

const notFound = { error: { code: 'mail_not_found', message: 'There is no email with this ID.' } };

const asJson = ({ attachments, ...mail }: StoredMail) => ({
  ...mail,
  attachments: attachments.map(({ filename, contentType, content }) => ({
    filename,
    contentType,
    content: new TextDecoder().decode(content),
  })),
});

// Always a download: an attachment is never shown as a page of this site.
const download = ({ filename, contentType, content }: StoredAttachment): Response =>
  new Response(Buffer.from(content), {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': storedFile,
    },
  });
