import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultBusiness } from '../../domain/business/default-business.ts';
import { withFacts } from './installed-files.ts';

const read = (file: string) =>
  readFileSync(new URL(`../../offline/${file}`, import.meta.url), 'utf8');

const built = defaultBusiness.facts;
const facts = { name: 'Shine & <Sons>', phone: '(416) 555-0199', description: 'We come to "you".' };

test('the manifest names the published business and keeps the rest', () => {
  const manifest = JSON.stringify({ name: built.name, short_name: 'Lustre', start_url: '/' });
  expect(JSON.parse(withFacts('/manifest.webmanifest', manifest, facts))).toEqual({
    name: 'Shine & <Sons>',
    short_name: 'Shine',
    description: 'We come to "you".',
    start_url: '/',
  });
});

test('the offline page names the published business and its phone number', () => {
  const page = read('page.html')
    .replaceAll('{{name}}', built.name)
    .replaceAll('{{phone}}', built.phone)
    .replaceAll('{{phoneHref}}', 'tel:+19055550142');
  const text = withFacts('/offline.html', page, facts);
  expect(text).toContain('<title>You are offline · Shine &#38; &#60;Sons&#62;</title>');
  expect(text).toMatch(/<a href="tel:\+14165550199"[^>]*>\(416\) 555-0199<\/a>/);
  expect(text).not.toMatch(/Lustre|905/);
  expect(withFacts('/offline.html', page, built)).toBe(page);
});

test('the worker has another version for another name or number, so browsers load the page again', () => {
  const worker = read('worker.js').replace('{{version}}', 'abc123abc123');
  const changed = withFacts('/service-worker.js', worker, facts);
  expect(changed).toMatch(/`\$\{prefix\}abc123abc123-[0-9a-f]{8}`/);
  expect(withFacts('/service-worker.js', worker, { ...facts, phone: built.phone })).not.toBe(
    changed,
  );
  expect(withFacts('/service-worker.js', worker, built)).toBe(worker);
});
