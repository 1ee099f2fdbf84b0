import type { BusinessFacts } from '../../../../domain/business/business.ts';
import type { QueuedMail } from './mail-calls.ts';
import type { TemplateVariables } from './render-template.ts';
import type { WrittenMail } from './write-mail.ts';

const reviewRequestType = 'review_request';

type Place = { publicUrl: string };

/** The secret of an address in unsubscribe links; null for an email about a booking only. */
const secretOf = ({ template_type: type, data }: QueuedMail): string | null => {
  const token = data['unsubscribe_token'];
  return type === reviewRequestType && typeof token === 'string' ? token : null;
};

const unsubscribePage = (secret: string, { publicUrl }: Place): string =>
  `${publicUrl}/unsubscribe?token=${encodeURIComponent(secret)}`;

/** The review request's own variables: where to write one, and where to unsubscribe. */
export function reviewVariables(mail: QueuedMail, place: Place): TemplateVariables {
  const secret = secretOf(mail);
  if (secret === null) return {};
  const query = new URLSearchParams({ booking_id: mail.booking_id ?? '' });
  return {
    review_url: `${place.publicUrl}/leave-review?${query.toString()}`,
    unsubscribe_url: unsubscribePage(secret, place),
  };
}

/** Where an email program posts when its own "Unsubscribe" is pressed (RFC 8058). */
export function oneClickUrl(mail: QueuedMail, { publicUrl }: Place): string | null {
  const secret = secretOf(mail);
  return secret === null
    ? null
    : `${publicUrl}/functions/v1/unsubscribe?token=${encodeURIComponent(secret)}`;
}

/**
 * Adds sender, address and unsubscribe link below a review request whose edited template lacks them: a request
 * without them must not be sent.
 */
export function withSender(
  written: WrittenMail,
  mail: QueuedMail,
  { facts, ...place }: Place & { facts: BusinessFacts },
): WrittenMail {
  const secret = secretOf(mail);
  if (secret === null) return written;
  const page = unsubscribePage(secret, place);
  if (written.text.includes(page) && written.text.includes(facts.mailingAddress)) return written;
  const sender = [facts.name, facts.mailingAddress, facts.phone, facts.bookingEmail];
  const line = `${sender.join(', ')}.`;
  const html =
    `<p style="margin:24px;font-size:13px;line-height:20px;color:#5b675f;">${escaped(line)} ` +
    `<a href="${page}" style="color:#5b675f;">Unsubscribe from review requests</a></p>`;
  return {
    ...written,
    html: /<\/body>/i.test(written.html)
      ? written.html.replace(/<\/body>/i, () => `${html}</body>`)
      : written.html + html,
    text: `${written.text}\n${line}\nUnsubscribe from review requests: ${page}\n`,
  };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
