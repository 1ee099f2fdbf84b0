import { z } from 'zod';
import { soldName } from '../../../../domain/booking/add-ons.ts';
import { formatDate, formatTime } from '../../../../domain/time/time-format.ts';
import { formatEnd, formatStart } from '../../../../domain/time/start-format.ts';
import type { StoredBooking } from '../../../contracts/booking.ts';
import type { QueuedMail } from '../mail/mail-calls.ts';
import type { TemplateVariables } from '../mail/render-template.ts';

const start = z.object({ date: z.string(), time: z.string() });

const offer = z.object({
  path: z.string(),
  decline_path: z.string().nullable(),
  times: z.array(start),
  until: start,
});

const wish = z.object({
  service_name: z.string(),
  add_ons: z.array(z.object({ name: z.string() })),
});

/**
 * The times held for a customer, one a line, as text and as the link to choose names them, that link, and the service
 * with its add-ons; empty for other emails. Those of a rain day say when the visit would end.
 */
export function offerVariables(
  { data, template_type: type }: QueuedMail,
  booking: Pick<StoredBooking, 'duration_minutes'> | null,
  { publicUrl, arrivalWindowMinutes }: { publicUrl: string; arrivalWindowMinutes: number },
): TemplateVariables {
  const parsed = offer.safeParse(data['offer']);
  if (!parsed.success) return {};
  const { path, decline_path: declinePath, times, until } = parsed.data;
  const { data: wanted } = wish.safeParse(data);
  const said = ({ date, time }: z.infer<typeof start>) => {
    const end =
      type === 'rain_day' && booking
        ? formatEnd(time, booking.duration_minutes, arrivalWindowMinutes)
        : null;
    return formatStart({ date, time }, arrivalWindowMinutes) + (end ? `, until about ${end}` : '');
  };
  return {
    ...(wanted && { service_name: soldName(wanted.service_name, wanted.add_ons) }),
    offered_times: times.map(said).join('\n'),
    offered_choices: times.map(({ date, time }) => `${date}T${time.slice(0, 5)}`).join('\n'),
    offered_until: `${formatTime(until.time)} on ${formatDate(until.date)}`,
    offer_url: publicUrl + path,
    ...(declinePath !== null && { decline_url: publicUrl + declinePath }),
  };
}
