import { describe, expect, it } from 'vitest';
import { defaultBusiness } from '../business/default-business.ts';
import { segmentsOf } from './text-segments.ts';
import { helpText, textKinds, textOf, type TextFacts } from './text-wordings.ts';

const token = 'a'.repeat(64);
const facts: TextFacts = {
  businessName: defaultBusiness.facts.name,
  businessPhone: defaultBusiness.facts.phone,
  serviceName: 'Premium Detailing',
  date: '2026-12-08',
  time: '09:00',
};
const links = {
  on_my_way: 'https://wash.example/visit/abcdefghijklmnopqrstuv',
  rain_day: `https://wash.example/rain?token=${token}`,
  offer: `https://wash.example/schedule?offer=${token}`,
} as Record<string, string>;

describe('The wording of text messages', () => {
  it.each(textKinds)('of the kind %s fits into one segment and names the business', (kind) => {
    for (const service of defaultBusiness.services) {
      const text = textOf(kind, { ...facts, serviceName: service.name, link: links[kind] });
      expect([text, segmentsOf(text)]).toEqual([text, 1]);
      expect(text.startsWith('Lustre Mobile Detailing: ')).toBe(true);
    }
  });

  it('says how to end them in a confirmation and a reminder', () => {
    expect(textOf('confirmation', facts)).toBe(
      'Lustre Mobile Detailing: Your Premium Detailing is booked for Tue, Dec 8 at 9:00 AM. Questions? (905) 555-0142. Reply STOP to end.',
    );
    expect(textOf('reminder', facts)).toContain('Reply STOP to end.');
  });

  it('leaves words out before it takes a second segment', () => {
    const text = textOf('confirmation', { ...facts, serviceName: 'A'.repeat(90) });
    expect(text).toBe(
      "Lustre Mobile Detailing: You're booked for Tue, Dec 8 at 9:00 AM. Reply STOP to end.",
    );
  });

  it('replaces typographic characters of names', () => {
    const text = textOf('moved', { ...facts, businessName: 'Zoë’s “Wash” – Caledon' });
    expect(text).toBe(
      'Zoe\'s "Wash" - Caledon: Your appointment is now Tue, Dec 8 at 9:00 AM. Reply STOP to end.',
    );
  });

  it('names the arrival, or an arrival window in place of a time', () => {
    expect(textOf('on_my_way', { ...facts, arrival: 'around 9:10 AM' })).toBe(
      "Lustre Mobile Detailing: We're on our way and arrive around 9:10 AM. Reply STOP to end.",
    );
    expect(textOf('moved', { ...facts, timeInWords: 'between 9:00 and 9:30 AM' })).toContain(
      'now Tue, Dec 8 between 9:00 and 9:30 AM.',
    );
  });

  it('answers HELP with name, phone and how to stop', () => {
    const text = helpText(facts);
    for (const part of [facts.businessName, facts.businessPhone, 'STOP']) {
      expect(text).toContain(part);
    }
    expect(segmentsOf(text)).toBe(1);
  });
});
