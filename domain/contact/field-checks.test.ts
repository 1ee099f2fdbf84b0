import { describe, expect, test } from 'vitest';
import {
  checkCarYear,
  checkEmail,
  checkLine,
  checkName,
  checkOptionalLine,
  checkPhone,
  checkPlainLine,
  checkPostalCode,
  isBookingId,
} from './field-checks.ts';

const sentenceOf = (result: { ok: boolean; sentence?: string }) => result.sentence;

describe('a line of text', () => {
  test('is trimmed and its spaces collapsed', () => {
    expect(checkLine('  Ana   María\tRoy ', 'your name', 20)).toEqual({
      ok: true,
      value: 'Ana María Roy',
    });
  });

  test('loses characters that cannot be printed or stored', () => {
    expect(checkLine('A\u0000da\ud800 By\u0007ron', 'your name', 20)).toEqual({
      ok: true,
      value: 'Ada Byron',
    });
    expect(sentenceOf(checkLine('\u0000', 'your name', 20))).toBe('Please enter your name.');
  });

  test('may be empty if it is optional', () => {
    expect(checkOptionalLine(' ', 'the gate code', 20)).toEqual({ ok: true, value: '' });
    expect(checkOptionalLine(' 12# ', 'the gate code', 20)).toEqual({ ok: true, value: '12#' });
    expect(sentenceOf(checkOptionalLine('123456', 'the gate code', 5))).toContain('5 characters');
  });

  test('is required', () => {
    expect(sentenceOf(checkLine(' \n ', 'your name', 20))).toBe('Please enter your name.');
  });

  test('has a maximum length', () => {
    expect(checkLine('x'.repeat(20), 'your name', 20).ok).toBe(true);
    expect(sentenceOf(checkLine('x'.repeat(21), 'your name', 20))).toContain('20 characters');
  });
});

describe('a name', () => {
  test.each([
    'Ana María Roy',
    'علی\u200cرضا',
    'St. John-Smith/Lee',
    'J.R. Lee',
    'Robin <b>Marsh</b>',
    'J.R. Smith',
    'J.R.Smith',
    'j.r.smith',
    'St. Mary',
    'St.Mary',
    'st.mary',
    'dr.smith',
    'Ana Roy, Ph.D.',
    'O.K. Cars Inc.',
    'Smith & Sons Ltd.',
  ])('may be %j', (name) => {
    expect(checkName(name, 'your full name')).toEqual({ ok: true, value: name });
  });

  test.each([
    'Pay at https://evil.example/pay now',
    'see www.evil.example',
    'Ana evil.example/pay',
    'Ana ev\u200bil.example/pay',
    'Click evil.example now',
    'EVIL.EXAMPLE',
    'Go to Evil.Com',
    'Evil.Example',
    'Pay.Evil.Example',
    'pay-here.ca',
    'st.evil.com',
    'dr.com',
    'x.com',
    'evil。example',
  ])('is refused as %j, which emails would turn into a link', (name) => {
    expect(sentenceOf(checkName(name, 'your full name'))).toBe(
      'Please enter a name without a web address.',
    );
  });
});

describe('a line about a place or a car', () => {
  const check = (text: string) => checkPlainLine(text, 'the address', 160);

  test.each([
    '12 King St.E, Unit 4',
    '123 Main St.Apt 5/6',
    '40 St.Clair/Dufferin',
    'Hwy. 50 & Mayfield Rd.',
    'Mazda 3 2.0L i-Activ',
    'Mercedes-Benz C300 4MATIC 2.0/2.5',
    'VW ID.4 / ID.Buzz',
    'Buzzer no.12, gate no.3/left',
    'N.D.G.',
  ])('may be %j', (text) => {
    expect(check(text)).toEqual({ ok: true, value: text });
  });

  test.each([
    'Pay at https://evil.example',
    'see www.evil.example',
    'Volvo Evil.Example/pay',
    'evil.com',
    'Evil.Shop now',
    'pay-here.ca',
    'see t.co/pay',
    'evil．com',
  ])('is refused as %j, which emails would turn into a link', (text) => {
    expect(sentenceOf(check(text))).toBe('Please enter this without a web address.');
  });
});

describe('an email address', () => {
  test('is trimmed and lowercased', () => {
    expect(checkEmail(' Alex.Roy+car@Example.CO.uk ')).toEqual({
      ok: true,
      value: 'alex.roy+car@example.co.uk',
    });
  });

  test('loses what is invisible at the ends of copied text', () => {
    expect(checkEmail('\u200bana@example.com\ufeff')).toEqual({
      ok: true,
      value: 'ana@example.com',
    });
  });

  test.each(['alex', 'alex@', '@example.com', 'alex@example', 'a b@example.com', 'a@b@c.com'])(
    '"%s" is not complete',
    (text) => {
      expect(sentenceOf(checkEmail(text))).toMatch(/^Please enter a complete email address/);
    },
  );

  test.each([
    'a@b.com\r\nBcc: c@d.com',
    'Alex <alex@example.com>',
    'a@b..com',
    'a@b.com,c@d.com',
    'a\u0000@b.com',
    'a\u200b@b.com',
    'a@b\u00ad.com',
    'a\u202e@b.com',
    'a@ｅxample.com',
  ])('is refused as %j, which could mean several addresses', (text) => {
    expect(checkEmail(text).ok).toBe(false);
  });

  test('is required and at most 254 characters', () => {
    expect(sentenceOf(checkEmail(''))).toBe('Please enter your email address.');
    expect(checkEmail(`${'a'.repeat(250)}@example.com`).ok).toBe(false);
  });
});

describe('a phone number', () => {
  test.each(['(905) 555-0142', '905.555.0142', '+1 905 555 0142', '1-905-555-0142', '9055550142'])(
    '%s is understood',
    (text) => {
      expect(checkPhone(text)).toEqual({ ok: true, value: '+19055550142' });
    },
  );

  test.each(['555-0142', '105 555 0142', '905 155 0142', '+44 20 7946 0958', '905-555-0142 x2'])(
    '%s is not a North American number',
    (text) => {
      expect(sentenceOf(checkPhone(text))).toMatch(/^Please enter a ten-digit phone number/);
    },
  );

  test('is required', () => {
    expect(sentenceOf(checkPhone(' '))).toBe('Please enter your phone number.');
  });
});

describe('a postal code', () => {
  test.each(['L7C 1A1', 'l7c1a1', 'l7c-1a1', ' L7C  1A1 '])('is accepted as "%s"', (text) => {
    expect(checkPostalCode(text)).toEqual({ ok: true, value: 'L7C 1A1' });
  });

  test.each(['90210', 'D7C 1A1', 'W7C 1A1', 'L7O 1A1', 'L7C 1A', 'L7C 1A11', '7LC A11'])(
    '"%s" is not Canadian',
    (text) => {
      expect(sentenceOf(checkPostalCode(text))).toMatch(/^Please enter a Canadian postal code/);
    },
  );

  test('is required', () => {
    expect(sentenceOf(checkPostalCode(''))).toBe('Please enter your postal code.');
  });
});

describe('the year of a car', () => {
  test.each([
    ['1950', 1950],
    [' 2019 ', 2019],
    ['2027', 2027],
  ])('%s is valid in 2026', (text, value) => {
    expect(checkCarYear(text, 2026)).toEqual({ ok: true, value });
  });

  test.each(['1949', '2028', '0000'])('%s is out of range in 2026', (text) => {
    expect(sentenceOf(checkCarYear(text, 2026))).toBe('Please enter a year between 1950 and 2027.');
  });

  test.each(['', '19', 'new', '2019.5', '2e3', '20190'])('"%s" is not a year', (text) => {
    expect(sentenceOf(checkCarYear(text, 2026))).toBe(
      'Please enter the year of your car, for example 2019.',
    );
  });
});

test('a booking ID is a UUID in upper or lower case', () => {
  expect(isBookingId(' 6F9619FF-8b86-4d01-b42d-00cf4fc964ff ')).toBe(true);
  for (const text of ['', '42', '6f9619ff8b864d01b42d00cf4fc964ff', 'g'.repeat(36)]) {
    expect(isBookingId(text)).toBe(false);
  }
});
