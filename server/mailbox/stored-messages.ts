import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Address } from 'postal-mime';
import type { Database } from '../backend/database/database.ts';

/** In an answer, the newest first. */
const mostListed = 200;

export type MailSummary = { id: string; to: string; subject: string; sentAt: string };
export type StoredMail = NonNullable<Awaited<ReturnType<ReturnType<typeof storedMails>['open']>>>;

/** The folder of sent email. An email's id is its file name, and only files of the folder are opened. */
export function storedMails(folder: string) {
  // Before the first email there is no folder.
  const ids = async () => {
    const names = await readdir(folder).catch(() => []);
    const mails = names.filter((name) => name.endsWith('.eml'));
    return mails
      .map((name) => name.slice(0, -'.eml'.length))
      .toSorted()
      .toReversed();
  };

  const read = async (id: string) => {
    const source = await readFile(join(folder, `${id}.eml`));
    const mail = await PostalMime.parse(source, { attachmentEncoding: 'utf8' });
    return {
      source,
      id,
      from: mail.from?.address ?? '',
      to: addressesIn(mail.to),
      /** Empty when replies go to the sender. */
      replyTo: addressesIn(mail.replyTo),
      subject: mail.subject ?? '(no subject)',
      sentAt: mail.date ?? '',
      html: mail.html ?? '',
      text: mail.text ?? '',
      attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
        filename: filename ?? 'attachment',
        contentType: mimeType,
        content,
      })),
    };
  };

  return {
    list: async (): Promise<MailSummary[]> => {
      const mails = await Promise.all((await ids()).slice(0, mostListed).map(read));
      return mails.map(({ id, to, subject, sentAt }) => ({ id, to, subject, sentAt }));
    },
    /** Null for an id that is not in the folder. */
    open: async (id: string) => ((await ids()).includes(id) ? await read(id) : null),
  };
}

const addressesIn = (addresses: Address[] = []) =>
  addresses.map(({ address }) => address).join(', ');

export type StoredText = { id: string; to: string; text: string; sentAt: Date };

/** Text messages without a service: codes and messages to customers, still in their outboxes. */
export async function storedTexts({ pool }: Pick<Database, 'pool'>): Promise<StoredText[]> {
  const { rows } = await pool.query<StoredText>(
    `select id, '+' || phone as to, body as text, created_at as "sentAt"
     from auth.sms_outbox where body <> ''
     union all
     select id, phone, body, begun_at from public.text_outbox where body <> '' and begun_at is not null
     order by "sentAt" desc limit $1`,
    [mostListed],
  );
  return rows;
}
