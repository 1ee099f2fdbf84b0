import { describe, expect, test } from 'vitest';
import { replyTo } from '@domain/chat/chat.ts';
import { defaultAnswers, ownReply } from '@domain/chat/own-answers.ts';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { defaultOpeningRules } from '@domain/time/opening-rules.ts';
import { answerFinder } from './find-answer.ts';

const find = answerFinder(defaultAnswers);
const known = { business: defaultBusiness, rules: defaultOpeningRules };

function replyFor(question: string) {
  const own = find(question);
  return own ? ownReply(own, defaultBusiness, question) : replyTo(question, known);
}

const subjects = {
  home: 'don’t have to stay',
  rain: 'If the weather stops us',
  winter: 'cold or icy',
  insurance: 'insurance details',
  damage: 'If you notice damage',
  unhappy: 'want to put it right',
  payment: 'Online you pay by card',
  deposit: '$20.00 deposit and pay the rest',
  tip: 'never expected',
  hard: 'hard cases',
  language: 'another language',
  water: 'water tap and a power outlet',
  place: 'walk around the car, and your building’s permission',
  prepare: 'valuables and personal items',
  late: 'as soon as you know',
  gift: 'whom the gift is for',
  fleet: 'make a booking for each',
  regular: 'regular day',
  products: 'about the products',
  included: 'says what it includes',
  receipt: 'email you a receipt',
  account: 'book as a guest',
  confirmation: 'confirmation as soon as',
  privacy: 'correct or delete your data',
  hours: 'Our booking hours are',
  area: 'Caledon, Ontario',
  vehicles: 'Our prices are for these vehicles',
  luxury: 'Luxury Package (4 hours)',
  features: 'Clay bar treatment',
  prices: 'Basic Wash (2 hours)',
  cancel: 'You can cancel an upcoming booking',
  move: 'To reschedule',
  find: 'listed under My Bookings',
  coupon: 'NEWCUSTOMER20',
  booking: 'press Schedule Now',
  later: 'pay in instalments',
  tax: 'GST (5%) is added',
  part: 'is part of the price',
  free: 'times that are still free',
  rating: 'For our rating on other sites',
  lasting: 'the weather and how it is washed',
  person: 'Call us at',
};

const questions: readonly (readonly [string, keyof typeof subjects])[] = [
  ['Do I have to be home when you come?', 'home'],
  ['dog hair extra?', 'hard'],
  ['is tax included?', 'tax'],
  ['are taxes included in the price', 'tax'],
  ['is the deposit on top of the price?', 'part'],
  ['does the deposit come off the total', 'part'],
  ['what’s your Google rating?', 'rating'],
  ['do you take google pay', 'payment'],
  ['can I book tomorrow morning?', 'free'],
  ['Brampton?', 'area'],
  ['Do you serve Mississauga?', 'area'],
  ['two cars?', 'fleet'],
  ['how long does ceramic coating last?', 'lasting'],
  ['which minivans/pickups?', 'vehicles'],
  ['can you wash it while I’m at work', 'home'],
  ['Does someone need to be there?', 'home'],
  ['where do I leave the keys', 'home'],
  ['What if it rains?', 'rain'],
  ['will you still come if the weather is bad', 'rain'],
  ['its supposed to rain tomorrow, do you cancel?', 'rain'],
  ['there is a thunderstorm in the forecast', 'rain'],
  ['do you wash cars in winter', 'winter'],
  ['is it too cold for a wash at -10 degrees', 'winter'],
  ['Are you insured?', 'insurance'],
  ['do you have liability insurence', 'insurance'],
  ['What happens if you scratch my paint?', 'damage'],
  ['who pays if you break something', 'damage'],
  ['you guys damaged my mirror', 'damage'],
  ['what if I’m not happy with the job', 'unhappy'],
  ['is there a satisfaction guarantee', 'unhappy'],
  ['they missed a spot', 'unhappy'],
  ['Can I pay cash?', 'payment'],
  ['do you accept e-transfer', 'payment'],
  ['Do you take Amex?', 'payment'],
  ['can i pay with interac or debit', 'payment'],
  ['what payment methods do you accept', 'payment'],
  ['Is there a deposit?', 'deposit'],
  ['do I have to pay up front', 'deposit'],
  ['Should I tip the guys?', 'tip'],
  ['is gratuity included', 'tip'],
  ['my dog sheds everywhere, can you get the hair out', 'hard'],
  ['kid threw up in the back seat', 'hard'],
  ['do you clean vomit', 'hard'],
  ['Is a really muddy truck extra?', 'hard'],
  ['can you get rid of cigarette smell', 'hard'],
  ['coffee stains on the seats', 'hard'],
  ['parlez-vous français?', 'language'],
  ['Do you speak Punjabi?', 'language'],
  ['do you need a hose or power outlet', 'water'],
  ['Do you bring your own water?', 'water'],
  ['can you do it in my condo’s underground parking', 'place'],
  ['I live in an apartment building', 'place'],
  ['do I need to take my stuff out first / empty the trunk', 'prepare'],
  ['How should I prepare the car?', 'prepare'],
  ['I’m running late for my appointment', 'late'],
  ['nobody came to my house', 'late'],
  ['do you have gift cards', 'gift'],
  ['I have two cars, can you do both', 'fleet'],
  ['we have a fleet of company vans', 'fleet'],
  ['do you have a monthly plan', 'regular'],
  ['can you come every two weeks', 'regular'],
  ['what soap do you use, is it eco friendly', 'products'],
  ['do you do ceramic coating', 'included'],
  ['Can you clean just the interior?', 'included'],
  ['do you polish headlights', 'included'],
  ['can I get an invoice for my company', 'receipt'],
  ['Do I need to create an account?', 'account'],
  ['I didn’t get a confirmation email', 'confirmation'],
  ['what happens with my personal information', 'privacy'],
  ['When are you open on Sundays?', 'hours'],
  ['Do you have anything available tomorrow?', 'hours'],
  ['how early do you start', 'hours'],
  ['Do you come to Mississauga?', 'area'],
  ['where are you guys based', 'area'],
  ['how far do you drive', 'area'],
  ['Do you do pickup trucks?', 'vehicles'],
  ['is a minivan ok', 'vehicles'],
  ['do you wash bigger vehicles like a Suburban', 'vehicles'],
  ['how much for a wash', 'prices'],
  ['How long does it take?', 'prices'],
  ['what’s included in the premium package', 'features'],
  ['what is the difference between basic and luxury', 'features'],
  ['I need to cancel', 'cancel'],
  ['can I get my money back', 'cancel'],
  ['do I get a refund if I cancel the day before', 'cancel'],
  ['can I change my appointment to Friday', 'move'],
  ['something came up, can we do another day', 'move'],
  ['where do I see my booking', 'find'],
  ['Any discounts for first timers?', 'coupon'],
  ['how do I book', 'booking'],
  ['can I pay later', 'later'],
  ['I want to talk to a real person', 'person'],
  ['can I leave while you clean the car', 'home'],
  ['do u guys have insurance in case something goes wrong', 'insurance'],
  ['my car is really dirty from hockey gear, it stinks', 'hard'],
  ['can you remove dog hair from the carpet', 'hard'],
  ['is it possible to pay with apple pay', 'payment'],
  ['how long will a luxury package take on my SUV', 'luxury'],
  ['are you able to do a Ford F-150', 'vehicles'],
  ['can I reschedule for next week', 'move'],
  ['when do I get my refund', 'cancel'],
  ['are there any fees if I cancel last minute', 'cancel'],
  ['do you work on holidays', 'hours'],
  ['what happens if there is snow that day', 'winter'],
  ['I want my deposit back', 'cancel'],
  ['is it safe for my baby', 'products'],
  ['can you do both my cars the same day', 'fleet'],
];

/** Questions that nobody has written an answer to. */
const unanswered = [
  'Can my nephew get a job with you?',
  'Do you sell used tires?',
  'is the mayor a customer',
  'qwertz',
];

const toForm = (question: string) =>
  replyFor(question)?.links.find(({ href }) => href === '/contact')?.message;

const isRight = ([question, subject]: (typeof questions)[number]) =>
  replyFor(question)?.text.includes(subjects[subject]) ?? false;

test('answers 11 of 12 natural questions, and leads to the contact form with the others', () => {
  const others = questions.filter((one) => !isRight(one));
  const wrong = others.map(([question]) => [question, replyFor(question)?.text]);
  expect(questions.length, 'asked').toBeGreaterThanOrEqual(60);
  expect(others.length / questions.length, JSON.stringify(wrong)).toBeLessThanOrEqual(1 / 12);
  for (const [question] of others) expect(toForm(question), JSON.stringify(wrong)).toBe(question);
});

describe('a question without an answer', () => {
  test.each(unanswered)('leads to the contact form with the question in it ("%s")', (question) => {
    expect(toForm(question)).toBe(question);
  });
});

test('an answer in the owner’s words offers the contact form with the question in it', () => {
  expect(toForm(' Are you insured? ')).toBe('Are you insured?');
});

test('finds the words that the owner adds, without accents and with a typing error', () => {
  const own = answerFinder([
    { question: 'Do you wash horse trailers?', otherWords: 'équipage', answer: 'Yes.' },
  ]);
  for (const asked of ['my horses', 'EQUIPAGE', 'equipge?']) {
    expect(own(asked)?.answer).toBe('Yes.');
  }
  expect(own('How much does it cost?')).toBeNull();
  expect(own('Where?')).toBeNull();
  expect(own('?')).toBeNull();
});

test('leaves a word that a topic answers to the topic', () => {
  for (const word of ['cancel', 'hours', 'prices', 'deposit', 'refund', 'book']) {
    expect(find(`${word}?`)).toBeNull();
  }
});
