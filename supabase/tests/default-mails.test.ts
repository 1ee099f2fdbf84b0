import { readdirSync, readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { openCopy } from '../../server/testing/databases.ts';
import { findProblem, type TemplateText } from '../functions/_shared/mail/check-template.ts';
import { renderHtml, type TemplateVariables } from '../functions/_shared/mail/render-template.ts';
import { sanitizeMail } from '../functions/_shared/mail/sanitize-mail.ts';
import { templateVariables } from '../functions/_shared/mail/template-variables.ts';
import { writeMail } from '../functions/_shared/mail/write-mail.ts';

const mails = Object.entries(templateVariables);
// Customers pass receipts on, so a receipt has no link that opens the booking.
const bookingMails = mails.filter(
  ([type, variables]) => type !== 'receipt' && Object.hasOwn(variables, 'booking_url'),
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
    ...[...sql.matchAll(/perform public\.enqueue_mail\((?:[^,(]|\([^)]*\))+,\s*([^,]+),/g)].map(
      ([, kind = '']) => kind.replaceAll(`'`, '').trim(),
    ),
    ...[...account.matchAll(/template: '(\w+)'/g)].map(([, kind = '']) => kind),
  ];
  return [...new Set(kinds)].sort();
}

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

test.each(mails)('%s is unchanged by sanitising', async (type, variables) => {
  const rendered = await renderHtml(templateOf(type).content, variables);
  const before = documentOf(rendered).documentElement.outerHTML;
  const after = documentOf(sanitizeMail(rendered)).documentElement.outerHTML;
  expect(after).toBe(before);
  expect(before).toContain('style="');
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

test('a receipt has no link that opens the booking', async () => {
  const variables = { ...templateVariables['receipt'] };
  const { html } = await write('receipt', variables);
  expect(html).not.toContain(String(variables['booking_url']));
});

test('lines without an amount are omitted', async () => {
  const { html } = await write('booking_confirmation', {
    ...templateVariables['booking_confirmation'],
    tip: '$10.00',
    tax: '$0.00',
    due_on_site: '$0.00',
  });
  expect(html).toContain('$10.00');
  expect(html).not.toContain('GST (5%)');
  expect(html).not.toContain('Due on site');
});

test('an inquiry keeps its line breaks, in the email and in its plain text', async () => {
  const { html, text } = await write('inquiry_received', {
    ...templateVariables['inquiry_received'],
    inquiry_message: 'First line\nsecond <b>line</b>',
    booking_id: '',
    booking: '',
  });
  expect(html).toContain('First line<br />second &lt;b&gt;line&lt;/b&gt;');
  expect(text).toContain('First line\nsecond <b>line</b>');
  expect(text).not.toContain('About booking');
});
