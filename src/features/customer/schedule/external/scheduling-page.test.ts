import { expect, test } from 'vitest';
import { configuredPage, embedPage } from './scheduling-page.ts';

const person = { name: 'Alex Tremblay', email: 'alex@example.com' };
const embed = (address: string, who = person) => {
  const page = embedPage(address, who, 'lustre.example');
  const { pathname, searchParams } = new URL(page.src);
  return { ...page, pathname, query: Object.fromEntries(searchParams) };
};

test('a service has its own page, or the default one, or none [S2.78]', () => {
  const pages = { default: 'https://a.example', 'basic-wash': 'https://b.example' };
  expect(configuredPage(pages, 'basic-wash')).toBe('https://b.example');
  expect(configuredPage(pages, 'luxury-package')).toBe('https://a.example');
  expect(configuredPage({}, 'basic-wash')).toBeUndefined();
});

test('Calendly gets the customer and the embedding domain', () => {
  expect(embed('https://calendly.com/lustre/wash?month=2026-12').query).toEqual({
    month: '2026-12',
    name: 'Alex Tremblay',
    email: 'alex@example.com',
    hide_gdpr_banner: '1',
    embed_type: 'Inline',
    embed_domain: 'lustre.example',
  });
});

test('Cal.com opens at the address and in the frame that send messages', () => {
  const page = embed('https://cal.com/lustre/wash');
  expect(page.origin).toBe('https://app.cal.com');
  expect(page.pathname).toBe('/lustre/wash/embed');
  expect(page.frameName).toBe('cal-embed=');
  expect(page.query).toEqual({ name: 'Alex Tremblay', email: 'alex@example.com' });
});

test('a self-hosted Cal.com is recognised by its embed address', () => {
  const page = embed('https://times.example.com/lustre/wash/embed');
  expect(page.origin).toBe('https://times.example.com');
  expect(page.pathname).toBe('/lustre/wash/embed');
  expect(page.frameName).toBe('cal-embed=');
});

test('any other page gets email and name', () => {
  const page = embed('https://book.example.com/wash');
  expect(page.query).toEqual({ email: 'alex@example.com', name: 'Alex Tremblay' });
});

test('an unknown visitor prefills nothing', () => {
  expect(embed('https://book.example.com/wash', { name: '', email: '' }).query).toEqual({});
});

test('a look-alike of Calendly is treated as any other page', () => {
  const page = embed('https://notcalendly.com/lustre');
  expect(page.query).not.toHaveProperty('embed_domain');
});
