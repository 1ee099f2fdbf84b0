import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Address, type Attachment } from 'postal-mime';

export type MailSummary = { id: string; to: string; subject: string; sentAt: string };
export type StoredAttachment = { filename: string; contentType: string; content: Uint8Array };
export type StoredMail = MailSummary & {
  from: string;
  /** Empty when replies go to the sender. */
  replyTo: string;
  html: string;
  text: string;
  attachments: StoredAttachment[];
};

const extension = '.eml';
const mostSummariesKept = 5000;

export type StoredMails = {
  /** Newest first, at most `limit`; with `to`, only those to this address. */
  list: (filter: { to?: string | undefined; limit: number }) => Promise<MailSummary[]>;
  /** The whole email, or null for an id that is not in the folder. */
  open: (id: string) => Promise<StoredMail | null>;
};

/**
 * Reads the folder of sent email. An email's id is its file name, and only names in the folder are opened.
 */
export function storedMails(folder: string): StoredMails {
  // An email never changes, so its list entry is read once.
  const summaries = new Map<string, MailSummary>();

  const summaryOf = async (id: string): Promise<MailSummary> => {
    const known = summaries.get(id);
    if (known) return known;
    const { to, subject, sentAt } = await parseMail(folder, id);
    const summary = { id, to, subject, sentAt };
    if (summaries.size >= mostSummariesKept) summaries.clear();
    summaries.set(id, summary);
    return summary;
  };

  return {
    list: async ({ to, limit }) => {
      const found: MailSummary[] = [];
      for (const id of await newestFirst(folder)) {
        if (found.length === limit) break;
        const summary = await summaryOf(id);
        if (to === undefined || summary.to.toLowerCase() === to.toLowerCase()) found.push(summary);
      }
      return found;
    },
    open: async (id) =>
      (await newestFirst(folder)).includes(id) ? await parseMail(folder, id) : null,
  };
}

async function newestFirst(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(emptyWhenMissing);
  return names
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
    .sort()
    .reverse();
}

// Before the first email there is no folder.
function emptyWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function parseMail(folder: string, id: string): Promise<StoredMail> {
  const email = await PostalMime.parse(await readFile(join(folder, `${id}${extension}`)), {
    attachmentEncoding: 'arraybuffer',
  });
  return {
    id,
    from: addressText(email.from),
    replyTo: email.replyTo?.map(addressText).join(', ') ?? '',
    to: email.to?.map(addressText).join(', ') ?? '',
    subject: email.subject ?? '(no subject)',
    sentAt: email.date ?? '',
    html: email.html ?? '',
    text: email.text ?? '',
    attachments: email.attachments.map((attachment) => ({
      filename: attachment.filename ?? 'attachment',
      contentType: attachment.mimeType,
      content: bytesOf(attachment),
    })),
  };
}

const addressText = (address: Address | undefined): string => address?.address ?? '';

/** The file as attached: the parser removes the CR from a calendar's lines, which calendars need. */
function bytesOf({ mimeType, content }: Attachment): Uint8Array {
  const bytes =
    typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  if (mimeType !== 'text/calendar') return bytes;
  const text = new TextDecoder().decode(bytes);
  return new TextEncoder().encode(text.replace(/\r?\n/g, '\r\n'));
}
