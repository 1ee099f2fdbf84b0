import { expect, test } from 'vitest';
import { linkAddress } from './link-address.ts';

test.each([
  ['https://lustre.example/a?b=1', 'https://lustre.example/a?b=1'],
  [' lustre.example/gallery ', 'https://lustre.example/gallery'],
  ['hello@lustre.example', 'mailto:hello@lustre.example'],
  ['(905) 555-0142', 'tel:9055550142'],
  ['javascript:alert(1)', null],
  ['our page', null],
  ['', null],
])('%o leads to %o', (typed, href) => {
  expect(linkAddress(typed)).toBe(href);
});
