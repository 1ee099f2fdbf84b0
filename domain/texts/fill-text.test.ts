import { expect, test } from 'vitest';
import { defaultBusiness } from '../business/default-business.ts';
import { factNames, fillText, unknownFacts } from './fill-text.ts';

test('puts the facts of the business into a text', () => {
  expect(fillText('Call {{ phone }} or {{phone}}.', defaultBusiness)).toBe(
    'Call (905) 555-0142 or (905) 555-0142.',
  );
  for (const name of factNames) {
    expect(fillText(`{{ ${name} }}`, defaultBusiness)).not.toContain('{{');
  }
});

test('leaves an unknown name as typed and lists it', () => {
  expect(fillText('{{ fax }} {{constructor}}', defaultBusiness)).toBe('{{ fax }} {{constructor}}');
  expect(unknownFacts('{{ fax }} {{ phone }} {{constructor}}')).toEqual(['fax', 'constructor']);
});
