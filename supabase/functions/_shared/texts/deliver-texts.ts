import { z } from 'zod';
import { arrivalInWords } from '../../../../domain/booking/arrival.ts';
import { formatArrival } from '../../../../domain/time/start-format.ts';
import { segmentsOf } from '../../../../domain/contact/text-segments.ts';
import { textOf, type TextFacts } from '../../../../domain/contact/text-wordings.ts';
import { nextText, type QueuedText } from '../../../contracts/texts.ts';
import { readPublished } from '../bookings/business.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { rpc } from '../http/rpc-answer.ts';
import {
  TextKeysError,
  TextRefusedError,
  TextUnclearError,
  type TextMessage,
  type TextService,
} from './text-sender.ts';

const batch = 10;

/**
 * Sends the texts that are due, one after the other. Each is marked right before it is handed to the service, and never
 * handed over twice (docs/decisions/0104). Returns the number of handled texts; 0 without a service.
 */
export async function deliverTexts(deps: FunctionDeps): Promise<number> {
  if (!deps.texts) return 0;
  for (let done = 0; done < batch; done += 1) {
    const text = await rpc(deps.rest, nextText, { as_of: deps.now().toISOString() });
    if (!text) return done;
    await deliver(deps, deps.texts, text);
  }
  return batch;
}

/** Queues the reminders that are due. Returns the number. */
export const queueDueTexts = (deps: FunctionDeps) =>
  rpc(deps.rest, 'queue_due_texts', { as_of: deps.now().toISOString() });

/** Clears the words of old texts; returns their number. */
export const forgetOldTexts = (rest: FunctionDeps['rest']) => rpc(rest, 'forget_old_texts', {});

async function deliver(deps: FunctionDeps, service: TextService, text: QueuedText) {
  const { rest, now } = deps;
  const body = textOf(text.kind, await factsOf(deps, text));
  const begun = await rpc(rest, 'begin_text', {
    text_id: text.id,
    words: body,
    segment_count: segmentsOf(body),
    as_of: now().toISOString(),
  });
  if (begun !== 'send') return;
  const outcome = await handOver(deps, service, {
    phone: text.phone.slice(1),
    body,
    // A service reports only to a public address.
    ...(service.webhookUrl.startsWith('https:') && {
      reportTo: `${service.webhookUrl}?text=${text.id}`,
    }),
  });
  await rpc(rest, 'finish_text', { text_id: text.id, as_of: now().toISOString(), ...outcome });
}

type Outcome = {
  outcome: 'sent' | 'retry' | 'refused' | 'unknown';
  provider_id?: string;
  error?: string;
  error_code?: number;
};

async function handOver(
  { rest, log }: FunctionDeps,
  { sender }: TextService,
  message: TextMessage,
): Promise<Outcome> {
  try {
    const { id } = await sender.send(message);
    log.worked?.('texts');
    return { outcome: 'sent', ...(id !== null && { provider_id: id }) };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    const isRefused = thrown instanceof TextRefusedError;
    log.warn(
      { reason: error, ...(!isRefused && { outage: 'texts' }) },
      'A text message could not be sent',
    );
    if (isRefused) log.worked?.('texts');
    if (thrown instanceof TextKeysError) {
      await rpc(rest, 'report_trouble', { its_part: 'text_keys', its_reason: error });
    }
    if (thrown instanceof TextUnclearError) return { outcome: 'unknown', error };
    if (!isRefused) return { outcome: 'retry', error };
    const { code } = thrown;
    return { outcome: 'refused', error, ...(code !== null && { error_code: code }) };
  }
}

const linked = z.object({
  path: z.string(),
  left_at: z.string().optional(),
  arrives_at: z.string().nullish(),
});

/** What the text says, from its visit and from its cause. */
async function factsOf(deps: FunctionDeps, text: QueuedText): Promise<TextFacts> {
  const { business, arrivalWindowMinutes: windowMinutes } = await readPublished(deps.rest);
  const { facts } = business;
  const { data } = text;
  const visit = linked.safeParse(data['visit']).data;
  const path = (linked.safeParse(data['offer']).data ?? visit)?.path;
  return {
    businessName: facts.name,
    businessPhone: facts.phone,
    serviceName: text.service_name,
    date: text.date,
    time: text.time,
    timeInWords: formatArrival(text.time, windowMinutes, 'in a sentence'),
    ...(visit?.left_at !== undefined && {
      arrival: arrivalInWords({
        booking: { booking_date: text.date, booking_time: text.time },
        leftAt: visit.left_at,
        arrivesAt: visit.arrives_at ?? null,
        windowMinutes,
      }),
    }),
    link: path && deps.publicUrl + path,
    isBackOn: text.kind === 'rain_day' && !data['offer'],
  };
}
