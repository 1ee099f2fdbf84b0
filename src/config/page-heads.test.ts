import { expect, test } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { pageDescriptions } from './page-heads.ts';

test("keeps the owner's words for the service area as they are", () => {
  const serviceArea = 'Halton and west Mississauga';
  const texts = Object.values(pageDescriptions({ ...defaultBusiness.facts, serviceArea }, 6500));
  expect(texts.filter((text) => text.includes(`Service area: ${serviceArea}.`))).toHaveLength(2);
  expect(texts.join(' ')).not.toMatch(/\b(?:the|in|across|of) Halton/);
});
