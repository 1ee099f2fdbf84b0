import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '../business/default-business.ts';
import { formatCents } from '../money/money.ts';
import { greeting as greetingOf, needsRules, replyTo } from './chat.ts';
import { defaultOpeningRules } from '../time/opening-rules.ts';
import type { OpeningRules, WeekdayHours } from '../time/opening-rules.ts';

const greeting = greetingOf({ business: defaultBusiness });
const withoutRules = { business: defaultBusiness, rules: null };
const deposit = formatCents(2000);

/** Uses the default rules with these changes. */
const reply = (message: string, changes: Partial<OpeningRules> = {}) =>
  replyTo(message, {
    business: defaultBusiness,
    rules: { ...defaultOpeningRules, ...changes },
  });
const answer = (message: string, changes: Partial<OpeningRules> = {}) =>
  reply(message, changes)?.text ?? '';
const hrefs = (message: string) => (reply(message)?.links ?? []).map(({ href }) => href);

test.each(['', '   ', '\n\t'])('a blank message (%j) gets no reply', (message) => {
  expect(reply(message)).toBeNull();
  expect(needsRules(message)).toBe(false);
});

test('the greeting names the business', () => {
  expect(greeting.text).toContain('Lustre Mobile Detailing');
});

describe('asked about', () => {
  test.each(['What are your hours?', 'WHEN ARE YOU OPEN', 'any slots tomorrow?'])(
    'hours ("%s"), it tells 9 AM to 6 PM with slots every 3 hours [S9.16]',
    (message) => {
      expect(answer(message)).toBe(
        'Our booking hours are 9 AM to 6 PM, with slots every 3 hours (9 AM, 12 PM and 3 PM).',
      );
    },
  );

  test('add-ons, it lists those that are sold', () => {
    const addOns = [
      {
        id: 'wax',
        name: 'Hand wax',
        description: '',
        priceCents: { sedan: 2000, suv: 2500 },
        minutes: 30,
        isVisible: true,
      },
    ];
    const business = { ...defaultBusiness, addOns };
    const question = 'What add-ons do you have?';
    expect(replyTo(question, { business, rules: null })?.text).toBe(
      'You can add these when you book:\nHand wax (add-on, takes 30 minutes more): Sedan $20.00, SUV / Compact SUV $25.00.\nPrices are plus tax. No tax is added if you pay a deposit and the rest on site.',
    );
    expect(answer(question)).toBe('We have no add-ons. Each package says what it includes.');
  });

  test('tax, it tells when which is added', () => {
    const question = 'Do you charge tax?';
    expect(answer(question)).toBe(
      'GST (5%) is added when you pay in full online. When you pay a deposit and the rest on site, no tax is added.',
    );
    const taxed = (tax: Partial<typeof defaultBusiness.tax>) => {
      const business = { ...defaultBusiness, tax: { ...defaultBusiness.tax, ...tax } };
      return replyTo(question, { business, rules: null })?.text;
    };
    expect(taxed({ coversOnSite: true })).toBe('Yes, GST (5%) is added to our prices.');
    expect(taxed({ rates: [] })).toBe('No tax is added to our prices.');
    expect(answer('is tax included')).toBe(answer(question));
  });

  test('a truck, it names the vehicles that have a price, and where to ask', () => {
    expect(answer('I have a pickup truck')).toBe(
      'Our prices are for these vehicles: Sedan, SUV / Compact SUV. For another one, please ask us before you book.',
    );
    const classes = [...defaultBusiness.vehicleClasses, { id: 'truck', name: 'Truck' }];
    const business = { ...defaultBusiness, vehicleClasses: classes, services: [] };
    expect(replyTo('my truck', { business, rules: null })?.text).toBe(
      'Prices are plus tax. No tax is added if you pay a deposit and the rest on site.',
    );
  });

  test('prices, it lists all of them, for both vehicles, plus tax', () => {
    expect(answer('How much does it cost?')).toBe(
      [
        'Basic Wash (2 hours): Sedan $65.00, SUV / Compact SUV $85.00.',
        'Premium Detailing (3 hours): Sedan $99.99, SUV / Compact SUV $119.99.',
        'Luxury Package (4 hours): Sedan $129.99, SUV / Compact SUV $149.99.',
        'Prices are plus tax. No tax is added if you pay a deposit and the rest on site.',
      ].join('\n'),
    );
  });

  describe('prices of a business with add-ons', () => {
    const addOn = { id: 'wax', name: 'Hand wax', description: '', isVisible: true };
    const priceCents = { sedan: 2000, suv: 0 };
    const business = {
      ...defaultBusiness,
      services: defaultBusiness.services.slice(0, 1),
      addOns: [
        { ...addOn, priceCents, minutes: 30 },
        { ...addOn, id: 'odour', name: 'Odour check', priceCents, minutes: 0 },
        { ...addOn, id: 'old', name: 'Old polish', priceCents, minutes: 0, isVisible: false },
      ],
    };
    const told = (message: string) => replyTo(message, { business, rules: null })?.text;
    const wax = 'Hand wax (add-on, takes 30 minutes more): Sedan $20.00, SUV / Compact SUV $0.00.';

    test('name them too', () => {
      expect(told('prices?')).toBe(
        [
          'Basic Wash (2 hours): Sedan $65.00, SUV / Compact SUV $85.00.',
          wax,
          'Odour check (add-on): Sedan $20.00, SUV / Compact SUV $0.00.',
          'Prices are plus tax. No tax is added if you pay a deposit and the rest on site.',
        ].join('\n'),
      );
    });

    test('are those of the add-on that was asked about', () => {
      expect(told('how much is a hand wax?')).toBe(
        `${wax}\nPrices are plus tax. No tax is added if you pay a deposit and the rest on site.`,
      );
      expect(told('odour check for my sedan')).toBe(
        'Odour check (add-on): Sedan $20.00.\nPrices are plus tax. No tax is added if you pay a deposit and the rest on site.',
      );
    });
  });

  test.each([
    [
      'price of the luxury package for an SUV',
      'Luxury Package (4 hours): SUV / Compact SUV $149.99.',
    ],
    ['basic wash, sedan?', 'Basic Wash (2 hours): Sedan $65.00.'],
    [
      'how long does premium detailing take for SUVs',
      'Premium Detailing (3 hours): SUV / Compact SUV $119.99.',
    ],
  ])('one service and vehicle ("%s"), it gives only that price', (message, line) => {
    expect(answer(message)).toBe(
      `${line}\nPrices are plus tax. No tax is added if you pay a deposit and the rest on site.`,
    );
  });

  test('the service area, it says where the business is based and where it goes', () => {
    expect(answer('Do you come to Toronto?')).toContain('Caledon, Ontario');
    expect(answer('where are you located')).toContain('Greater Toronto Area');
  });

  test('bookings, areas or taxes in the plural, it understands them', () => {
    expect(hrefs('Where can I find my booking?')).toEqual(['/my-bookings']);
    expect(answer('Which areas do you serve?')).toContain('Greater Toronto Area');
    expect(answer('Are there taxes?')).toContain('GST (5%)');
  });

  test('payment, it explains the deposit, the tax and when the deposit is refunded', () => {
    for (const message of ['Is there a deposit?', 'can I pay by credit card']) {
      expect(answer(message)).toContain(`${deposit} deposit`);
      expect(answer(message)).toContain('GST (5%)');
      expect(answer(message)).toContain(
        `at least ${defaultBusiness.freeCancellationHours} hours before`,
      );
    }
  });

  test('cancelling, it links to My Bookings, which guests can use too, and explains the refund [S9.19]', () => {
    for (const message of ['cancel my booking', 'How do I cancel?', 'can I get a refund']) {
      expect(hrefs(message)).toEqual(['/my-bookings']);
      expect(answer(message)).toContain('Without an account, find your booking there');
      expect(answer(message)).toContain(
        `at least ${defaultBusiness.freeCancellationHours} hours before`,
      );
      expect(answer(message)).toContain(`keep the ${deposit} deposit`);
    }
  });

  test('rescheduling, it says that this requires a sign-in, and links to it [S9.19]', () => {
    for (const message of ['How do I reschedule?', 'can I move my booking', 'change the time']) {
      expect(hrefs(message)).toEqual(['/my-bookings', '/login']);
      expect(answer(message)).toContain('To reschedule, sign in');
      expect(answer(message)).toContain('we email you a code to sign in with');
      expect(answer(message)).toContain(
        `less than ${defaultBusiness.freeCancellationHours} hours before`,
      );
    }
  });

  test('finding a booking, it tells guests what they need', () => {
    expect(hrefs('find my booking')).toEqual(['/my-bookings']);
    expect(answer('find my booking')).toContain('your email and booking ID');
    expect(answer('find my booking')).not.toMatch(/reschedul|move/);
  });

  test('booking, it explains how and how far ahead', () => {
    expect(answer('I want to book')).toContain('press Schedule Now');
    expect(answer('I want to book')).toContain('at least 2 hours and at most 90 days ahead');
  });

  test('a discount, it mentions the first-time coupon', () => {
    expect(answer('any discounts for new customers?')).toContain('NEWCUSTOMER20');
    expect(answer('coupon')).toContain('$20.00 off');
  });

  test.each([
    ['show me reviews', '/reviews'],
    ['do you have photos', '/gallery'],
    ['how can I contact you', '/contact'],
    ['your phone number?', 'tel:+19055550142'],
    ['I want to book an appointment', '/'],
  ])('"%s", it links to %s', (message, href) => {
    expect(hrefs(message)).toContain(href);
  });
});

test('a greeting and a thank-you get a matching answer', () => {
  expect(reply('Hello!')).toEqual(greeting);
  expect(answer('thanks a lot')).toContain('You are welcome');
});

test.each([
  'Can I pay later?',
  'Do you do installments?',
  'do you take Klarna',
  'buy now, pay later',
])('paying later ("%s"), it names the providers that the checkout offers', (message) => {
  expect(answer(message)).toContain('pay in instalments with Affirm, Afterpay or Klarna');
  expect(answer(message)).toContain('at checkout');
});

test('asked what a package includes, it lists that of the named one, or of all', () => {
  expect(answer('What does the basic wash include?')).toBe(
    'Basic Wash: Exterior wash, Tire cleaning, Interior vacuuming, Window cleaning.',
  );
  expect(answer('What is the difference?').split('\n')).toHaveLength(3);
});

test('a question it does not understand leads to a person, with the question', () => {
  expect(reply(' qwertz ')?.links[0]?.message).toBe('qwertz');
  expect(hrefs('qwertz')).toEqual(['/contact', 'tel:+19055550142']);
});

test('a keyword inside another word does not match', () => {
  expect(answer('this architecture')).toBe(answer('qwertz'));
});

describe("given the owner's hours and asked about hours, it states", () => {
  const week = (changes: Record<number, Partial<WeekdayHours>>): Partial<OpeningRules> => ({
    hours: defaultOpeningRules.hours.map((one) => ({ ...one, ...changes[one.weekday] })),
  });
  const everyDay = (hours: Partial<WeekdayHours>) => ({
    hours: defaultOpeningRules.hours.map((one) => ({ ...one, ...hours })),
  });

  test('the start times and the closing time', () => {
    expect(answer('hours', everyDay({ starts: ['08:30', '11:00'], endsBy: '14:30' }))).toBe(
      'Our booking hours are 8:30 AM to 2:30 PM, with slots every 2 hours 30 minutes (8:30 AM and 11 AM).',
    );
  });

  test('that slots are an hour apart', () => {
    expect(answer('hours', everyDay({ starts: ['09:00', '10:00', '11:00'] }))).toContain(
      'with slots every hour (9 AM, 10 AM and 11 AM).',
    );
  });

  test('irregular start times one by one, in order, and a single one alone', () => {
    expect(answer('hours', everyDay({ starts: ['13:00', '08:00', '09:30'] }))).toContain(
      '8 AM to 6 PM, with slots at 8 AM, 9:30 AM and 1 PM.',
    );
    expect(answer('hours', everyDay({ starts: ['10:00'] }))).toContain('with one slot at 10 AM.');
  });

  test('many regular start times by the first and the last', () => {
    const starts = ['08:00', '08:30', '09:00', '09:30', '10:00', '10:30', '11:00'];
    expect(answer('hours', everyDay({ starts }))).toContain(
      'with slots every 30 minutes (8 AM to 11 AM).',
    );
  });

  test('days with their own hours on separate lines, and closed days as closed', () => {
    const changes = week({
      6: { starts: ['10:00'], endsBy: '14:00' },
      7: { isOpen: false },
    });
    expect(answer('When are you open?', changes).split('\n')).toEqual([
      'Our booking hours:',
      'Monday to Friday: 9 AM to 6 PM, with slots every 3 hours (9 AM, 12 PM and 3 PM).',
      'Saturday: 10 AM to 2 PM, with one slot at 10 AM.',
      'Sunday: closed.',
    ]);
  });

  const closedSundays = week({ 7: { isOpen: false } });

  test.each([
    ['Are you open on Sunday?', 'No, we are closed on Sundays.'],
    ['are you open on saturdays?', 'Yes, we are open on Saturdays.'],
    ['Can you come on Sunday?', 'No, we are closed on Sundays.'],
    ['Are you closed on Sunday?', 'We are closed on Sundays.'],
    ['When are you open on Monday?', 'We are open on Mondays.'],
    ['Open on weekends?', 'Yes, we are open on Saturdays.\nNo, we are closed on Sundays.'],
  ])('whether a named day is open ("%s"), then the hours', (message, words) => {
    const [first] = answer('hours', closedSundays).split('\n');
    const text = answer(message, closedSundays);
    expect(text.startsWith(words)).toBe(true);
    expect(text).toContain(first);
  });

  test('nothing of a day that it does not name', () => {
    expect(answer('Are you open today?', closedSundays)).toBe(answer('hours', closedSundays));
  });

  test('two adjacent days by both names', () => {
    expect(answer('hours', week({ 6: { isOpen: false }, 7: { isOpen: false } }))).toContain(
      'Saturday and Sunday: closed.',
    );
  });

  test('that every day is closed', () => {
    expect(answer('hours', everyDay({ isOpen: false }))).toBe(
      'We are closed every day at the moment. Please ask us when we reopen.',
    );
  });

  test('the next special days with start times that fit a service, and omits days equal to their weekday', () => {
    const exceptions = [
      { day: '2026-12-24', isOpen: true, starts: null, endsBy: '13:00' },
      { day: '2026-12-25', isOpen: false, starts: null, endsBy: null },
      { day: '2026-12-28', isOpen: true, starts: null, endsBy: null },
    ];
    expect(answer('hours', { exceptions }).split('\n').slice(1)).toEqual([
      'Thursday, December 24, 2026: 9 AM to 1 PM, with one slot at 9 AM.',
      'Friday, December 25, 2026: closed.',
    ]);
  });

  test('at most five special days', () => {
    const exceptions = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
      day: `2026-12-0${day}`,
      isOpen: false,
      starts: null,
      endsBy: null,
    }));
    expect(answer('hours', { exceptions }).split('\n')).toHaveLength(6);
  });
});

describe("given the owner's service area", () => {
  test("keeps the owner's words for it as they are", () => {
    const serviceArea = 'Halton and west Mississauga';
    const business = {
      ...defaultBusiness,
      facts: { ...defaultBusiness.facts, serviceArea },
    };
    for (const servedPrefixes of [[], defaultOpeningRules.servedPrefixes]) {
      const rules = { ...defaultOpeningRules, servedPrefixes };
      const { text = '' } = replyTo('Which areas do you serve?', { business, rules }) ?? {};
      expect(text).not.toMatch(/\b(?:the|in|across|of) Halton/);
    }
  });

  const servedPrefixes = ['L7C', 'L7E', 'M5'];

  test('and asked about it, it lists the postal codes [S9.18]', () => {
    expect(answer('Which areas do you serve?', { servedPrefixes })).toContain(
      'Caledon, Ontario. We come to postal codes that begin with L7C, L7E or M5.',
    );
    expect(answer('Which areas do you serve?', { servedPrefixes })).not.toContain('anywhere');
  });

  test('with a long list, it lists no codes and asks for one', () => {
    const many = 'ABCEGHJKLMNP'.split('').map((letter) => `L1${letter}`);
    const text = answer('Where do you go?', { servedPrefixes: [...many, 'M5V'] });
    expect(text).not.toContain('L1A');
    expect(text).toContain('Send me your postal code');
  });

  test.each([
    ['do you come to l7c 1a1?', 'Yes, we come to L7C 1A1.'],
    ['M5V2T6', 'Yes, we come to M5V 2T6.'],
    ['L7E', 'Yes, we come to L7E.'],
    ['K1A 0B1', 'K1A 0B1 is outside the area we serve.'],
  ])('and sent a postal code ("%s"), it says whether the business goes there', (message, text) => {
    expect(answer(message, { servedPrefixes })).toContain(text);
  });
});

test('with another minimum notice and booking window, it states those [S9.18]', () => {
  const text = answer('book', { leastNoticeMinutes: 1440, windowDays: 30 });
  expect(text).toContain('at least 24 hours and at most 30 days ahead');
  expect(answer('book', { leastNoticeMinutes: 0 })).toContain('at most 90 days ahead');
});

describe('without rules', () => {
  const questions = ['What are your hours?', 'Which areas do you serve?', 'L7C 1A1'];

  test.each(questions)('"%s" gets the answer that they could not be loaded', (message) => {
    const { text = '', links = [] } = replyTo(message, withoutRules) ?? {};
    expect(needsRules(message)).toBe(true);
    expect(text).toContain('can’t load');
    expect(text).not.toMatch(/AM|PM|Greater Toronto Area/);
    expect(links.map(({ href }) => href)).toEqual(['/contact', 'tel:+19055550142']);
  });

  test('the answer about booking omits the minimum notice', () => {
    expect(replyTo('book', withoutRules)?.text).toContain('press Schedule Now');
    expect(replyTo('book', withoutRules)?.text).not.toMatch(/ahead/);
  });

  test.each(['prices?', 'How do I pay?', 'How do I cancel?', 'hello', 'qwertz'])(
    '"%s" is answered as ever',
    (message) => {
      expect(needsRules(message)).toBe(false);
      expect(replyTo(message, withoutRules)).toEqual(reply(message));
    },
  );
});
