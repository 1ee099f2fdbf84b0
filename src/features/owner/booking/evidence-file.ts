import type { Dispute } from '@contracts/disputes.ts';
import type { BookingPage } from '@contracts/owner-booking.ts';
import type { VisitWork, WorkPhoto } from '@contracts/visit-work.ts';
import { soldName } from '@domain/booking/add-ons.ts';
import { vehicleName } from '@domain/booking/catalogue.ts';
import { conditionInWords } from '@domain/visit/car-parts.ts';
import type { Business } from '@domain/business/business.ts';
import { disputeReason } from '@domain/money/dispute-reason.ts';
import { formatCents } from '@domain/money/money.ts';
import { receiptNumber } from '@domain/money/receipt.ts';
import { formatDate, formatTime } from '@domain/time/time-format.ts';
import { disputeIdOf } from '@/entities/dispute/dispute-words.ts';
import { formatMoment } from '@/lib/moments.ts';
import { wordsOf } from './timeline-words.ts';
import { addressOf, moneyLines } from './words.ts';

/** The photos are data URLs, which the file embeds: the customer's, and those of the work. */
type WorkInFile = {
  photos: readonly string[];
  taken: readonly (WorkPhoto & { url: string })[];
  work: Pick<VisitWork, 'checklist' | 'marks'>;
};

const noWork: WorkInFile = { photos: [], taken: [], work: { checklist: [], marks: [] } };

/**
 * The evidence for a dispute as one page to print or to upload: the dispute, the booking, the receipt, the work on the
 * visit, and all that happened, with every email, oldest first.
 */
export function evidenceFile(
  page: BookingPage,
  dispute: Dispute,
  business: Business,
  { photos, taken, work }: WorkInFile = noWork,
): string {
  const { booking } = page;
  const { name, mailingAddress, phone } = business.facts;
  const title = `Dispute ${disputeIdOf(dispute)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escape(title)}</h1>
<p>${escape(`${name}, ${mailingAddress}, ${phone}`)}</p>
${section(
  'Dispute',
  table([
    ['Amount', formatCents(dispute.amount_cents)],
    ['Reason', disputeReason(dispute.reason)],
    ['Opened', formatMoment(dispute.opened_at)],
    ['Answer by', dispute.due_by === null ? '' : formatMoment(dispute.due_by)],
  ]),
)}
${section(
  'Booking',
  table([
    ['Booking', booking.id],
    ['Customer', booking.customer_name],
    ['Email', booking.customer_email ?? ''],
    ['Phone', booking.customer_phone],
    ['Service', soldName(booking.service_name, booking.add_ons)],
    [
      'Car',
      `${booking.car_year} ${booking.car_model}, ${booking.vehicle_name ?? vehicleName(business, booking.vehicle_type)}`,
    ],
    ['When', `${formatDate(booking.booking_date)}, ${formatTime(booking.booking_time)}`],
    ['Where', addressOf(booking)],
    ['Done', booking.done_at === null ? '' : formatMoment(booking.done_at)],
    ['No-show', booking.no_show_at === null ? '' : formatMoment(booking.no_show_at)],
  ]),
)}
${section(
  `Receipt ${receiptNumber(booking.id)}`,
  table(moneyLines(page).map(({ label, amount }) => [label, amount])),
)}
${photos.length === 0 ? '' : section('Photos of the car, from the customer', pictures(photos))}
${workLines(work).length === 0 ? '' : section('Work', table(workLines(work)))}
${taken.length === 0 ? '' : section('Photos of the work', taken.map(takenPicture).join('\n'))}
${section('History', table(history(page)))}
</body>
</html>
`;
}

const history = ({ timeline }: BookingPage): [string, string][] =>
  timeline.toReversed().map((entry) => {
    const { title, lines } = wordsOf(entry);
    return [formatMoment(entry.at), [title, ...lines].join('. ')];
  });

const workLines = ({ checklist, marks }: WorkInFile['work']): [string, string][] => [
  ...checklist.flatMap(({ item, ticked_by: by, ticked_at: at }): [string, string][] =>
    by !== null && at !== null ? [['Ticked', `${item}: ${by}, ${formatMoment(at)}`]] : [],
  ),
  ...marks.map((mark): [string, string] => [
    'Condition',
    `${conditionInWords(mark)} (${mark.made_by}, ${formatMoment(mark.made_at)})`,
  ]),
];

const takenPicture = ({ url, kind, taken_by: by, created_at: at }: WorkInFile['taken'][number]) => {
  const words = `${kindNames[kind]}: ${by ?? ''}, ${formatMoment(at)}`;
  return `<p>${escape(words)}</p><img src="${escape(url)}" alt="${escape(words)}">`;
};

const kindNames = { before: 'Before', after: 'After', condition: 'Condition' } as const;

const pictures = (photos: readonly string[]): string =>
  photos
    .map((photo, index) => `<img src="${escape(photo)}" alt="Photo ${index + 1} of the car">`)
    .join('\n');

const section = (heading: string, content: string): string =>
  `<h2>${escape(heading)}</h2>\n${content}`;

/** Rows without a value are left out. */
const table = (rows: readonly (readonly [string, string])[]): string =>
  `<table>${rows
    .filter(([, value]) => value !== '')
    .map(
      ([label, value]) => `<tr><th scope="row">${escape(label)}</th><td>${escape(value)}</td></tr>`,
    )
    .join('\n')}</table>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (found) => entities[found] ?? '');

const style = `body{font:15px/1.5 Arial,sans-serif;color:#10231f;max-width:46rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem;break-after:avoid}
table{border-collapse:collapse;width:100%}tr{break-inside:avoid}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #d9d2c1}
th{width:12rem;font-weight:600}
img{display:block;max-width:100%;max-height:22rem;margin:.75rem 0;break-inside:avoid}`;
