import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLetter } from '../testing/any-letter.ts';
import { parseLetter } from './parse-letter.ts';
import { parseLine } from './parse-runs.ts';
import { writeLetter, writeLine } from './write-letter.ts';

describe('an email written from its form', () => {
  it('is read back as the same email', () => {
    fc.assert(
      fc.property(anyLetter, (one) => {
        expect(parseLetter(writeLetter(one))).toEqual(one);
      }),
      { numRuns: 500 },
    );
  });

  it('is written again as the same HTML', () => {
    fc.assert(
      fc.property(anyLetter, (one) => {
        const html = writeLetter(one);
        const again = parseLetter(html);
        expect(again && writeLetter(again)).toBe(html);
      }),
    );
  });

  it('leaves out empty parts', () => {
    const empty = { kind: 'paragraph' as const, runs: [{ text: ' ' }] };
    const none = { preview: [], heading: [], button: null, signOff: [[]], smallPrint: [] };
    expect(writeLetter({ ...none, text: [empty, { kind: 'list', items: [[]] }] })).toBe('');
  });
});

it('is read alike after another email with conditions', () => {
  const html = '<p>{% if a_name_of_some_length == "" %}Hello{% endif %}</p>';
  expect(parseLetter('{% if a %}<p>One</p>{% endif %}')).not.toBeNull();
  expect(parseLetter(html)?.text).toEqual([{ kind: 'fixed', html }]);
});

describe('HTML that the form cannot show', () => {
  it.each([
    ['a page of its own', '<!doctype html><html><body><p>Hello</p></body></html>'],
    ['text outside of an element', 'Hello {{ customer_name }}'],
    ['an element that is not closed', '<p>Hello'],
    ['a condition that is not closed', '{% if tip %}<p>Hello</p>'],
    ['a condition across elements', '<p>{% if tip %}Hello</p><p>Tip{% endif %}</p>'],
    ['text after the button', '<p class="button"><a href="#">Go</a></p><p>Later</p>'],
    ['two headings', '<h1>One</h1><h1>Two</h1>'],
  ])('is %s', (_what, html) => {
    expect(parseLetter(html)).toBeNull();
  });

  it.each([
    '<p class="fine">Hello</p>',
    '<p>Hello <em>there</em></p>',
    '<p>{% if a %}Hello{% endif %}</p>',
    '<p>Hello {{- name }}</p>',
    '<p>Hello <a href="/" target="_blank">there</a></p>',
    '<p>Hello &hearts;</p>',
    '<p class="button"><a href="/">Go</a> <a href="/">Stay</a></p>',
    '<h2>Below</h2>',
    '<hr>',
  ])('becomes a fixed block: %s', (html) => {
    expect(parseLetter(html)?.text).toEqual([{ kind: 'fixed', html }]);
    const read = parseLetter(html);
    expect(read && writeLetter(read)).toBe(`${html}\n`);
  });
});

it('reads a subject with variables, and writes it back', () => {
  const subject = 'Your {{ service_name }} is booked: {{ date | upcase }} {1}';
  const runs = parseLine(subject);
  expect(runs).toEqual([
    { text: 'Your ' },
    { variable: 'service_name' },
    { text: ' is booked: ' },
    { variable: 'date | upcase' },
    { text: ' {1}' },
  ]);
  expect(writeLine(runs ?? [])).toBe(subject);
  expect(parseLine('{% if a %}Hello{% endif %}')).toBeNull();
});
