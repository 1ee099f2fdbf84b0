import { expect, test } from 'vitest';
import { checkCoupon } from '../booking/details.ts';
import { parseMoney } from '../money/parse-money.ts';
import { checkSixDigits, validateContact, validateCredentials } from './account.ts';
import {
  checkCarYear,
  checkEmail,
  checkName,
  checkOptionalText,
  checkPhone,
  checkPostalCode,
  isBookingId,
} from './field-checks.ts';
import { validateInquiry } from './inquiry.ts';
import { validateReview } from './review.ts';
import { cleanLine, cleanText, plainLine } from './typed-text.ts';

const valueOf = (result: { ok: boolean; value?: unknown; sentence?: string }) =>
  result.ok ? result.value : result.sentence;

const spellings: [what: string, wrap: (text: string) => string][] = [
  ['marks of direction around it', (text) => `\u202D${text}\u202C`],
  ['isolates around it', (text) => `\u2066${text}\u2069`],
  ['left-to-right marks', (text) => `\u200E${text}\u200E`],
  ['zero-width spaces', (text) => text.split('').join('\u200B')],
  ['a byte order mark', (text) => `\uFEFF${text}`],
  ['word joiners', (text) => text.split('').join('\u2060')],
  ['no-break spaces', (text) => text.replaceAll(' ', '\u00A0').concat('\u00A0')],
  ['narrow and wide spaces', (text) => `\u3000${text.replaceAll(' ', '\u202F')}`],
  ['no-break hyphens', (text) => text.replaceAll('-', '\u2011')],
  ['en dashes', (text) => text.replaceAll('-', '–')],
  ['minus signs', (text) => text.replaceAll('-', '−')],
  [
    'full-width letters',
    (text) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  ],
];

test.each(spellings)('values are understood with %s', (_what, wrap) => {
  expect(valueOf(checkPhone(wrap('(905) 555-0142')))).toBe('+19055550142');
  expect(valueOf(checkPostalCode(wrap('l7c-1a1')))).toBe('L7C 1A1');
  expect(valueOf(checkPostalCode(wrap('L7C 1A1')))).toBe('L7C 1A1');
  expect(valueOf(checkCarYear(wrap('2019'), 2026))).toBe(2019);
  expect(valueOf(checkSixDigits(wrap('123-456')))).toBe('123456');
  expect(valueOf(checkCoupon(wrap('new-customer 20'), (code) => code === 'NEW-CUSTOMER20'))).toBe(
    'NEW-CUSTOMER20',
  );
  expect(parseMoney(wrap('$5.50'))).toBe(550);
  expect(isBookingId(wrap('6f9619ff-8b86-4d01-b42d-00cf4fc964ff'))).toBe(true);
  expect(validateContact({ contact: wrap('905 555-0142') })).toMatchObject({
    value: { contact: { phone: '+19055550142' } },
  });
  expect(validateCredentials({ email: 'a@b.ca', password: 'secret', phone: wrap('') }).ok).toBe(
    true,
  );
});

test.each(['tel:+1-905-555-0142', 'TEL:9055550142', ' tel: (905) 555-0142', '905/555/0142'])(
  'a phone number may be pasted as %j',
  (text) => {
    expect(valueOf(checkPhone(text))).toBe('+19055550142');
    expect(validateContact({ contact: text })).toMatchObject({
      value: { contact: { phone: '+19055550142' } },
    });
  },
);

test.each(['\u202Dana@example.com\u202C', 'mailto:Ana@example.com', '\u00A0ana@example.com\u3000'])(
  'an email address may be pasted as %j',
  (text) => {
    expect(valueOf(checkEmail(text))).toBe('ana@example.com');
    expect(validateContact({ contact: text })).toMatchObject({
      value: { contact: { email: 'ana@example.com' } },
    });
  },
);

test.each([
  ['5,50', 550],
  ['5,5', 550],
  ['$5,50', 550],
  ['5,50 $', 550],
  ['1,234.50', 123_450],
  ['1 234,50', 123_450],
  ['1\u202F234,50\u00A0$', 123_450],
])('typed %j is money', (text, cents) => {
  expect(parseMoney(text)).toBe(cents);
});

test.each(['5,505', '1,000', '1,00,000.00', '1.000,50', '5,5,5', '-5,50', '−5', '5$5', '$5$5'])(
  'typed %j is not money',
  (text) => {
    expect(parseMoney(text)).toBeNull();
  },
);

test.each([
  '\u200B',
  '\u202E\u202C',
  '\u200D\u200C',
  '\u3164',
  '\u2800',
  '\uFE0F',
  '\u0301',
  '\u00AD \u2060',
])('text that shows nothing is empty: %j', (text) => {
  expect(cleanText(text)).toBe('');
  expect(plainLine(text)).toBe('');
  expect(valueOf(checkName(text, 'your full name'))).toBe('Please enter your full name.');
  expect(validateReview({ customerName: text, rating: 5, comment: text })).toMatchObject({
    fields: { customerName: 'Please enter your name.' },
  });
  expect(
    validateInquiry({ name: text, email: 'a@b.ca', bookingId: text, subject: text, message: text }),
  ).toMatchObject({
    fields: {
      name: expect.any(String) as string,
      subject: expect.any(String) as string,
      message: 'Please enter your message.',
    },
  });
});

test('a name keeps what its letters need, in one spelling', () => {
  expect(valueOf(checkName('Zoe\u0308 \uFF2Cee', 'your name'))).toBe('Zoë Lee');
  expect(valueOf(checkName('علی\u200Cرضا', 'your name'))).toBe('علی\u200Cرضا');
});

test('free text keeps its lines, emoji and fractions', () => {
  expect(valueOf(checkOptionalText(' 12½ Main St\u00AD \r\n👩\u200D🔧\u200B ', 50))).toBe(
    '12½ Main St\n👩\u200D🔧',
  );
  expect(cleanLine('a \u200B b')).toBe('a b');
});
