import { z } from 'zod';
import type { StoredBooking } from '../../../contracts/booking.ts';
import { arrivalInWords } from '../../../../domain/booking/arrival.ts';
import type { QueuedMail } from './mail-calls.ts';
import type { TemplateVariables } from './render-template.ts';

const visit = z.object({
  path: z.string(),
  /** When the crew set out, and the estimate of its arrival: of the email that says so. */
  left_at: z.string().optional(),
  arrives_at: z.string().nullish(),
});

/** The page of the visit, and when the crew arrives; empty for emails without a link to it. */
export function visitVariables(
  mail: QueuedMail,
  booking: StoredBooking | null,
  { publicUrl, arrivalWindowMinutes }: { publicUrl: string; arrivalWindowMinutes: number },
): TemplateVariables {
  const parsed = visit.safeParse(mail.data['visit']);
  if (!parsed.success) return {};
  const { path, left_at: leftAt, arrives_at: arrivesAt } = parsed.data;
  return {
    visit_url: publicUrl + path,
    ...(booking &&
      leftAt !== undefined && {
        arrival: arrivalInWords({
          booking,
          leftAt,
          arrivesAt: arrivesAt ?? null,
          windowMinutes: arrivalWindowMinutes,
        }),
      }),
  };
}
