import { readdirSync, readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseLetter } from '../../domain/mail/parse-letter.ts';
import { parseLine } from '../../domain/mail/parse-runs.ts';
import { writeLetter } from '../../domain/mail/write-letter.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { openCopy } from '../../server/testing/databases.ts';
import { findProblem, type TemplateText } from '../functions/_shared/mail/check-template.ts';
import { renderHtml, type TemplateVariables } from '../functions/_shared/mail/render-template.ts';
import { sanitizeMail } from '../functions/_shared/mail/sanitize-mail.ts';
import { defaultPolicies } from '../../domain/texts/policies.ts';
import { defaultBusiness } from '../../domain/business/default-business.ts';
import { templateVariables } from '../functions/_shared/mail/template-variables.ts';
import { writeMail } from '../functions/_shared/mail/write-mail.ts';

const samples = templateVariables(defaultBusiness);
const mails = Object.entries(samples);
// Customers pass receipts on, so a receipt has no link that opens the booking.
/** Others read these: an accountant, the person who pays, the owner. */
const forwarded: readonly string[] = ['receipt', 'payment_link', 'booking_news'];

const bookingMails = mails.filter(
  ([type, variables]) => !forwarded.includes(type) && Object.hasOwn(variables, 'booking_url'),
);
const named = mails.filter(([, variables]) => Object.hasOwn(variables, 'customer_name'));

type Row = TemplateText & { template_type: string; name: string };

let database: Database;
let templates: Row[];

beforeAll(async () => {
  database = await openCopy();
  templates = await rowsOf('email_templates');
});

afterAll(() => database.close());

const rowsOf = async (table: string) =>
  (
    await database.pool.query<Row>(
      `select template_type, name, subject, content from public.${table} order by template_type`,
    )
  ).rows;

function templateOf(type: string): TemplateText {
  const found = templates.find((one) => one.template_type === type);
  if (!found) throw new Error(`There is no template of the type ${type}`);
  return found;
}

const write = (type: string, variables: TemplateVariables) =>
  writeMail(templateOf(type), variables);

const documentOf = (html: string) => new JSDOM(html).window.document;

test('offer a code only where a page takes it', () => {
  const offering = templates.filter(({ content }) => /\{\{ *token *\}\}/.test(content));
  expect(offering.map(({ template_type: type }) => type)).toEqual([
    'magic_link',
    'reauthentication',
    'signup_confirmation',
  ]);
});

/** Every kind of email that the schema or the host queues. */
function kindsPutIntoTheOutbox(): string[] {
  const schemas = new URL('../schemas/', import.meta.url);
  const sql = readdirSync(schemas, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => readFileSync(new URL(name, schemas), 'utf8'))
    .join('\n');
  const account = readFileSync(
    new URL('../../server/backend/auth/auth-mail.ts', import.meta.url),
    'utf8',
  );
  const kinds = [
    ...[...sql.matchAll(/perform public\.enqueue_mail\((?:[^,(]|\([^)]*\))+,\s*([^,]+),/g)]
      .map(([, kind = '']) => kind.replaceAll(`'`, '').trim())
      .filter((kind) => !kind.startsWith('mail.')),
    ...[...account.matchAll(/template: '(\w+)'/g)].map(([, kind = '']) => kind),
  ];
  return [...new Set(kinds)].sort();
}

test('no default email says "log in" or "log out"', () => {
  const said = templates.filter(({ subject, content }) =>
    /\blogs? (?:in|out)\b/i.test(subject + content),
  );
  expect(said.map(({ template_type: type }) => type)).toEqual([]);
});

test('there is one default email of each type', () => {
  expect(templates.map((one) => one.template_type).sort()).toEqual(
    mails.map(([type]) => type).sort(),
  );
});

test('every email that the product sends has a default, and every default is sent', () => {
  expect(kindsPutIntoTheOutbox()).toEqual(mails.map(([type]) => type).sort());
});

test("the default wording is unchanged by administrators' edits", async () => {
  expect(await rowsOf('default_mails')).toEqual(templates);
});

test.each(mails)('%s uses only the variables of its email', async (type, variables) => {
  expect(await findProblem(templateOf(type), variables)).toBeNull();
  const { subject, html, text } = await write(type, variables);
  expect(subject).not.toBe('');
  expect(subject + html + text).not.toMatch(/\{\{|\{%|@\w+@|undefined|NaN/);
  expect(html).toContain('</html>');
});

test.each(mails)('%s opens in the form of the editor, which writes it back', (type) => {
  const letter = parseLetter(templateOf(type).content);
  expect(letter && writeLetter(letter)).toBe(templateOf(type).content);
  expect(parseLine(templateOf(type).subject)).not.toBeNull();
});

test.each(mails)('%s is unchanged by sanitising', async (type, variables) => {
  const rendered = await renderHtml(templateOf(type).content, variables);
  const before = documentOf(rendered.trim()).documentElement.outerHTML;
  const after = documentOf(sanitizeMail(rendered)).documentElement.outerHTML;
  expect(after).toBe(before);
});

test.each(named)('%s shows markup in a name as text', async (type, variables) => {
  const name = '<img src=x onerror=alert(1)><b>Ada</b>';
  const { html } = await write(type, { ...variables, customer_name: name });
  const document = documentOf(html);
  expect(document.querySelectorAll('img, b, script')).toHaveLength(0);
  expect(document.body.textContent).toContain(name);
});

test.each(bookingMails)('%s links to the booking without signing in', async (type, variables) => {
  const links = documentOf((await write(type, variables)).html).querySelectorAll('a');
  expect([...links].map((link) => link.href)).toContain(variables['booking_url']);
});

test.each(forwarded)('%s has no link that opens the booking', async (type) => {
  const variables = { ...samples[type] };
  const { html } = await write(type, variables);
  expect(html).not.toContain(String(variables['booking_url']));
});

test('lines without an amount are omitted', async () => {
  const { html } = await write('booking_confirmation', {
    ...samples['booking_confirmation'],
    tip: '$10.00',
    tax: '$0.00',
    tax_lines: '',
    due_on_site: '$0.00',
  });
  expect(html).toContain('$10.00');
  expect(html).not.toContain('GST (5%)');
  expect(html).not.toContain('Due on site');
});

test.each(['booking_confirmation', 'phone_booking', 'payment_link', 'receipt'])(
  '%s lists each tax with its registration number',
  async (type) => {
    const { html } = await write(type, {
      ...samples[type],
      tax_label: 'GST (5%) and PST (7%)',
      tax: '$12.00',
      tax_lines: 'GST (5%), registration no. 12345 6789 RT0001: $5.00\nPST (7%): $7.00',
    });
    const rows = [...documentOf(html).querySelectorAll<HTMLTableRowElement>('.details tr')].map(
      ({ cells }) => [...cells].map(({ textContent }) => textContent.replace('of that, ', '')),
    );
    expect(rows.filter(([label]) => /[GP]ST/.test(label ?? ''))).toEqual([
      ['GST (5%), registration no. 12345 6789 RT0001', '$5.00'],
      ['PST (7%)', '$7.00'],
    ]);
  },
);

test('a process of the former version still tells the tax', async () => {
  const { tax_lines: _, ...former } = { ...samples['receipt'] };
  const { html } = await write('receipt', former);
  expect(html).toMatch(/GST \(5%\)<\/th><td[^>]*>\$5\.00/);
});

test('an inquiry keeps its line breaks, in the email and in its plain text', async () => {
  const { html, text } = await write('inquiry_received', {
    ...samples['inquiry_received'],
    inquiry_message: 'First line\nsecond <b>line</b>',
    booking_id: '',
    booking: '',
  });
  expect(html).toContain('First line<br />second &lt;b&gt;line&lt;/b&gt;');
  expect(text).toContain('First line\nsecond <b>line</b>');
  expect(text).not.toContain('About booking');
});

test('a refund is promised in the same words by the mails and the policy, for any way to pay', () => {
  const sentence = 'Banks usually show a refund within 5 to 10 business days.';
  const refunds = ['booking_cancellation', 'payment_refunded', 'refund'];
  for (const type of refunds) expect(templateOf(type).content, type).toContain(sentence);
  expect(defaultPolicies.cancellation).toContain(`We refund the way you paid. ${sentence}`);
  const all = templates.map(({ content: text }) => text).join('\n');
  expect(all).not.toMatch(/the card you paid with|to your card|five to ten/);
});

test('a confirmation claims no water or power, and a receipt looks back on no visit', () => {
  const all = templates.map(({ content }) => content).join('\n');
  expect(all).not.toMatch(/bring everything|next visit/);
  for (const type of ['booking_confirmation', 'phone_booking']) {
    expect(templateOf(type).content, type).toContain(
      'no water tap or power outlet on site, please call us at {{ business_phone }}',
    );
  }
});
