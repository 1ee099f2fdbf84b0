import fc from 'fast-check';
import type { Letter, Run } from '../mail/letter.ts';

const words = fc
  .string({
    unit: fc.constantFrom('a', 'b', ' ', 'é', '&', '<', '>', '"', '{', '}', '%', ';', '#1'),
    minLength: 1,
    maxLength: 12,
  })
  .filter((text) => text.trim() === text && text !== '');
const variable = fc.constantFrom('customer_name', 'date', 'message | truncate: 20');
const href = fc.constantFrom('{{ booking_url }}', 'https://x.example/?a=1&b="2"', 'tel:+1905');

const plainRun: fc.Arbitrary<Run> = fc.oneof(fc.record({ text: words }), fc.record({ variable }));
const run: fc.Arbitrary<Run> = fc
  .tuple(plainRun, fc.boolean(), fc.option(href))
  .map(([piece, isBold, link]) => ({
    ...piece,
    ...(isBold && { isBold: true as const }),
    ...(link !== null && { href: link }),
  }));

// Two texts in one look would be one.
const apart = (runs: Run[]): Run[] =>
  runs.filter((one, at) => at === 0 || !('text' in one && 'text' in (runs[at - 1] ?? {})));
const line = fc.array(plainRun, { minLength: 1, maxLength: 4 }).map(apart);
const space = fc.record({ text: fc.constantFrom(' ', ' and ', '{ ') });
// An element's outer spaces are not kept.
const text = fc
  .tuple(run, fc.array(fc.oneof(run, space), { maxLength: 4 }), run)
  .map(([first, inner, last]) => apart([first, ...inner, { variable: 'date' }, last]));
const fixed = fc.constantFrom(
  '<table class="details">\n<tr><th scope="row">When</th><td>{{ date }}</td></tr>\n</table>',
  '{% if tip != "$0.00" %}<p>Thank you</p>{% else %}<p>Hm</p>{% endif %}',
  '<p style="color:red">Red</p>',
  '<ul>{% for a in b %}<li>{{ a }}</li>{% endfor %}</ul>',
  '<!-- a note -->',
);

/** Any email that the form can show. */
export const anyLetter: fc.Arbitrary<Letter> = fc.record({
  preview: fc.oneof(fc.constant([]), text),
  heading: fc.oneof(fc.constant([]), line),
  text: fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('paragraph' as const), runs: text }),
      fc.record({
        kind: fc.constant('list' as const),
        items: fc.array(text, { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant('fixed' as const), html: fixed }),
    ),
    { maxLength: 5 },
  ),
  button: fc.option(fc.record({ label: line, href })),
  signOff: fc.array(text, { maxLength: 2 }),
  smallPrint: fc.array(text, { maxLength: 2 }),
});
