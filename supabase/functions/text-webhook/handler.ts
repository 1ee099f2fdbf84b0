import { z } from 'zod';
import { helpText } from '../../../domain/contact/text-wordings.ts';
import { readBusiness } from '../_shared/bookings/business.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { postOnly } from '../_shared/http/http.ts';
import { readText } from '../_shared/http/read-body.ts';
import { rpc } from '../_shared/http/rpc-answer.ts';
import { canBeKept } from '../_shared/mail/kept-text.ts';
import { isSignedBy } from '../_shared/texts/text-signature.ts';

const bodyLimit = 64 * 1024;

const messageId = z.string().min(1).max(100).refine(canBeKept);
const reply = z.object({
  MessageSid: messageId,
  From: z.string().regex(/^\+\d{3,15}$/),
  Body: z.string().max(5000).refine(canBeKept),
});
const report = z.object({
  MessageSid: messageId,
  MessageStatus: z.enum([
    'accepted',
    'scheduled',
    'queued',
    'sending',
    'sent',
    'delivered',
    'undelivered',
    'failed',
  ]),
  ErrorCode: z.coerce.number().int().min(1).max(999_999).optional().catch(undefined),
});

/**
 * Takes customers' replies and the reports on sent texts, signed by the SMS service. A failure answers 500, and the
 * service sends the message again; a repeated one changes nothing.
 */
export const textWebhookHandler = (deps: FunctionDeps): FunctionHandler =>
  postOnly(deps.log, async (request) => {
    const form = await verifiedForm(deps, request);
    const reported = report.safeParse(form);
    if (reported.success) {
      await note(deps, request, reported.data);
      return noAnswer();
    }
    const received = reply.safeParse(form);
    // A group message, a picture without words, or a new kind of report: nothing to do.
    if (!received.success) return noAnswer();
    const { MessageSid: id, From: from, Body: words } = received.data;
    const meaning = await rpc(deps.rest, 'receive_text', {
      message_id: id,
      from_phone: from,
      words,
    });
    if (meaning === 'kept') deps.wakeWorkers();
    if (meaning !== 'help') return noAnswer();
    const { facts } = await readBusiness(deps.rest);
    return noAnswer(helpText({ businessName: facts.name, businessPhone: facts.phone }));
  });

async function verifiedForm({ texts, log }: FunctionDeps, request: Request) {
  const entries = [...new URLSearchParams(await readText(request, bodyLimit))];
  const { search } = new URL(request.url);
  const signature = request.headers.get('x-twilio-signature') ?? '';
  if (!texts || !(await isSignedBy(texts, { search, entries, signature }))) {
    log.warn({}, 'A report of the SMS service with a bad signature was refused');
    throw new CodedError('text_signature_wrong');
  }
  return Object.fromEntries(entries);
}

const textId = z.guid();

async function note(
  { rest, now }: FunctionDeps,
  request: Request,
  { MessageSid, MessageStatus, ErrorCode }: z.infer<typeof report>,
) {
  const id = textId.safeParse(new URL(request.url).searchParams.get('text')).data;
  await rpc(rest, 'note_text_status', {
    // Null finds it by the service's name of the message.
    text_id: (id ?? null) as string,
    message_id: MessageSid,
    reported: MessageStatus,
    as_of: now().toISOString(),
    ...(ErrorCode !== undefined && { code: ErrorCode }),
  });
}

/** TwiML, with a text to the sender or without. */
const noAnswer = (words?: string): Response =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?><Response>${words === undefined ? '' : `<Message>${escaped(words)}</Message>`}</Response>`,
    { headers: { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'no-store' } },
  );

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
