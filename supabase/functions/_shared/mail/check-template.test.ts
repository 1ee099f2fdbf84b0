import { describe, expect, it } from 'vitest';
import { findProblem } from './check-template.ts';

const variables = { name: 'Ada', tip: '$0.00' };
const check = (content: string, subject = 'Hello') => findProblem({ subject, content }, variables);

describe('checking a template', () => {
  it('accepts a valid one', async () => {
    const loop =
      '{% assign words = name | split: " " %}{% for word in words %}{{ word }}{% endfor %}';
    expect(await check(`<p>{{ name }}</p>\n${loop}`, 'For {{ name }}')).toBeNull();
  });

  it.each([
    ['an unknown name', '<p>\n{{ nmae }}', 2, 'Unknown variable “nmae”.'],
    [
      'an unknown name in a branch that the samples do not take',
      '{% if tip != "$0.00" %}\n\n{{ typ }}{% endif %}',
      3,
      'Unknown variable “typ”.',
    ],
    [
      'an unknown name that is only asked about',
      '{% if nobody %}x{% endif %}',
      1,
      'Unknown variable “nobody”.',
    ],
    ['a tag left open', 'a\nb\n{% if name %}', 3, 'Tag {% if name %} not closed.'],
    ['an unknown tag', '\n{% foo %}', 2, 'Tag "foo" not found.'],
    ['an unknown filter', '\n\n{{ name | shout }}', 3, 'Undefined filter: shout.'],
    ['braces left open', 'x\n{{ name', 2, 'Output "{{ name" not closed.'],
    ['another file', '\n{% include "x" %}', 2, 'An email can’t include another file.'],
    ['a member of a text', '{{ name.constructor }}', 1, 'Undefined variable: name.constructor.'],
  ])('finds %s with its line', async (_what, content, line, message) => {
    expect(await check(content)).toMatchObject({ field: 'content', line, message });
  });

  it('stops an endless one', async () => {
    const endless = '{% for a in (1..100000) %}{% for b in (1..100000) %}x{% endfor %}{% endfor %}';
    expect((await check(endless))?.message).toBe('This repeats too often.');
  });

  it('checks the subject first', async () => {
    expect(await check('{{ nmae }}', 'For {{ nmae }}')).toEqual({
      field: 'subject',
      line: 1,
      column: 8,
      message: 'Unknown variable “nmae”.',
    });
  });
});
