import { expect, test } from 'vitest';
import { defaultBusiness } from '../business/default-business.ts';
import { defaultAnswers } from '../chat/own-answers.ts';
import { fillText, unknownFacts } from './fill-text.ts';
import { blocksOf, defaultPolicies, policyNames } from './policies.ts';

test('splits a text into headings, paragraphs and lists', () => {
  expect(blocksOf('## One\nTwo\nthree\n\n- four\r\n- five\n\n \n\nsix\n- seven')).toEqual([
    { kind: 'heading', text: 'One' },
    { kind: 'paragraph', text: 'Two\nthree' },
    { kind: 'list', items: ['four', 'five'] },
    { kind: 'paragraph', text: 'six\n- seven' },
  ]);
  expect(blocksOf(' \n')).toEqual([]);
});

test('the default wordings name only known facts', () => {
  for (const text of [
    ...Object.values(defaultPolicies),
    ...defaultAnswers.map(({ answer }) => answer),
  ]) {
    expect(unknownFacts(text)).toEqual([]);
  }
});

test('the default cancellation policy states the rule of the business', () => {
  const text = fillText(defaultPolicies.cancellation, {
    ...defaultBusiness,
    freeCancellationHours: 48,
    deposit: { kind: 'amount', cents: 3500 },
  });
  expect(text).toContain('Cancel at least 48 hours before your appointment');
  expect(text).toContain('keep the $35.00 deposit');
});

test.each(policyNames)('the default %s policy has headings and no facts left open', (name) => {
  const text = fillText(defaultPolicies[name], defaultBusiness);
  expect(text).not.toMatch(/[{}]/);
  expect(blocksOf(text).filter(({ kind }) => kind === 'heading').length).toBeGreaterThan(3);
});
