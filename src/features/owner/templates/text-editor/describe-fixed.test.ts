import { expect, test } from 'vitest';
import { describeFixed, plainWords } from './describe-fixed.ts';

const table = `<table class="details">
<tr><th>Price</th><td>{{ price }}</td></tr>
{% for line in lines %}{% assign parts = line | split: ": $" %}<tr><th>{{ parts[0] }}</th><td>\${{ parts[1] }}</td></tr>{% endfor %}
<tr><th>{{ tax_label }}</th><td>{{ tax }}</td></tr>
<tr><th>Paid<br>{{ payment_option_label }}</th><td>{{ amount_paid }}</td></tr>
</table>`;

test('names the rows of a table in plain words, without what Liquid computes', () => {
  expect(describeFixed(table)).toEqual({
    title: 'Details',
    words: 'Price · Name of the tax · Paid [How it is paid]',
  });
});

test('shows a subject with the labels of its details', () => {
  expect(plainWords('Cancelled: {{ service_name }} on {{ date }}')).toBe(
    'Cancelled: [Service] on [Date]',
  );
});
