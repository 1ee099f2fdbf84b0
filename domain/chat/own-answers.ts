import type { Business } from '../business/business.ts';
import { fillText } from '../texts/fill-text.ts';
import { toContact } from './chat-reply.ts';
import type { ChatReply } from './chat-reply.ts';

/** An answer of the chat in the owner's words. */
export type OwnAnswer = {
  question: string;
  /** Other words that customers use for it, separated by spaces. */
  otherWords: string;
  /** May name facts of the business (`fillText`). */
  answer: string;
};

/** The answers until the owner writes others. They promise nothing that only the owner can promise. */
export const defaultAnswers: readonly OwnAnswer[] = [
  {
    question: 'Do I have to be at home?',
    otherWords:
      'house present there stay around leave while during away inside nobody someone away keys key unlocked lockbox meet',
    answer:
      'You don’t have to stay with us. We need the keys and space to work around the car. If nobody will be there, tell us in the notes of your booking where we find the keys.',
  },
  {
    question: 'What happens if it rains?',
    otherWords: 'rain rainy raining weather forecast storm thunderstorm wet umbrella bad',
    answer:
      'If the weather stops us, we email you other times to choose from. You can also cancel then, and we refund everything you paid.',
  },
  {
    question: 'Do you come in winter?',
    otherWords: 'snow snowing cold freezing freeze frost ice icy salt below zero degrees',
    answer:
      'You can book any time that the calendar shows. If it’s too cold or icy to work safely, we contact you about another time. For questions call {{ phone }}.',
  },
  {
    question: 'Are you insured?',
    otherWords: 'insurance liability licensed licence bonded certificate',
    answer:
      'Please ask us for our current insurance details before you book: call {{ phone }} or email {{ email }}.',
  },
  {
    question: 'What if my car gets damaged?',
    otherWords:
      'damage scratch scratched dent broke broken break ruin responsible claim mirror paint harm something wrong',
    answer:
      'If you notice damage, please call {{ phone }} as soon as you can, and email photos to {{ email }}. We look into it with you.',
  },
  {
    question: 'What if I am not satisfied with the result?',
    otherWords:
      'unhappy happy satisfaction guarantee complaint complain redo missed spot disappointed bad job poor quality warranty',
    answer:
      'Please tell us right away: call {{ phone }}, or email {{ email }}, best with photos. We want to put it right.',
  },
  {
    question: 'Which kinds of payment do you accept?',
    otherWords:
      'cash e-transfer etransfer interac transfer debit visa mastercard amex apple google cheque check method methods types options take',
    answer:
      'Online you pay by card. What’s due on site you can pay in cash, by card or by e-transfer. Your booking says how much that is.',
  },
  {
    question: 'Should I tip?',
    otherWords: 'tips tipping gratuity expected',
    answer:
      'A tip is welcome and never expected. You can add one when you pay online, or give it to the crew.',
  },
  {
    question: 'Can you clean mud, vomit, stains or pet hair?',
    otherWords:
      'kid kids child seat seats carpet stink stinks muddy dirty filthy puke sick threw vomited stain stained dog cat dogs fur smell smells smelly odour odor smoke smoker cigarette spill spilled milk coffee juice mold mould gum sand tar bugs sap urine pee blood biohazard paint grease',
    answer:
      'Often yes, but hard cases can need more time or a special price. Please describe it in the notes of your booking, where you can also add photos, or email photos to {{ email }} first.',
  },
  {
    question: 'Which languages do you speak?',
    otherWords:
      'french francais français parlez spanish español habla hindi punjabi urdu italian portuguese polish chinese mandarin english language',
    answer:
      'Our website and our answers are in English. If you prefer another language, please send us a message, and we’ll see who can help.',
  },
  {
    question: 'Do you need my water or electricity?',
    otherWords:
      'tap hose faucet outlet plug power hydro supplies supply equipment generator bring own',
    answer:
      'When you book, tell us whether there is a water tap and a power outlet. Without them, please call {{ phone }} before you book.',
  },
  {
    question: 'Can you come to a condo, an apartment or an underground garage?',
    otherWords:
      'building parking lot underground street driveway office workplace indoor space townhouse park parkade',
    answer:
      'We need space to open the doors and walk around the car, and your building’s permission. Please put how we get in into the notes of your booking.',
  },
  {
    question: 'How do I prepare my car?',
    otherWords:
      'prepare preparation ready belongings personal items empty remove trunk stroller garbage stuff',
    answer:
      'Please take out valuables and personal items, park where we can walk around the car, and have the keys handy.',
  },
  {
    question: 'What if I am running late, or you are?',
    otherWords: 'delayed delay late miss missed no-show forgot forget traffic nobody came',
    answer:
      'Please call {{ phone }} as soon as you know, or if we are late. We’ll find a solution together.',
  },
  {
    question: 'Do you sell gift cards?',
    otherWords: 'gift certificate voucher present birthday christmas friend husband wife',
    answer:
      'Please send us a message with whom the gift is for, and we’ll tell you what we can do.',
  },
  {
    question: 'Do you clean fleets or more than one car?',
    otherWords:
      'fleet company corporate business dealership several multiple two three cars second both commercial',
    answer:
      'Yes. For two cars please make a booking for each. For a fleet, send us a message with the number and kinds of vehicles.',
  },
  {
    question: 'Can I book regular visits?',
    otherWords:
      'recurring subscription membership plan monthly weekly biweekly every week month regularly maintenance loyalty often',
    answer:
      'Please book each visit in the calendar. If you’d like a regular day, send us a message, and we’ll arrange it with you.',
  },
  {
    question: 'Which products do you use?',
    otherWords:
      'product soap chemicals chemical shampoo eco friendly environment green biodegradable safe baby kids children allergy scent scented brand',
    answer:
      'Please ask us about the products, also if you have an allergy: call {{ phone }} or email {{ email }}.',
  },
  {
    question: 'Do you do ceramic coating, polishing or engine cleaning?',
    otherWords:
      'ceramic coat wax waxing polish buff correction engine bay headlight headlights restoration steam shampoo leather undercarriage interior exterior only inside outside vacuum carpet seats windows tint wheel rims',
    answer:
      'Each package on our home page says what it includes. For anything that isn’t listed there, please send us a message.',
  },
  {
    question: 'How many months does a coating or wax last?',
    otherWords: 'ceramic coating lasts lasting years weeks durable durability',
    answer:
      'That depends on the car, the weather and how it is washed. Please send us a message, and we’ll tell you what you can expect.',
  },
  {
    question: 'What is your rating on Google?',
    otherWords: 'google stars star yelp facebook',
    answer:
      'Our Reviews page shows the reviews of our customers with their stars. For our rating on other sites, please send us a message.',
  },
  {
    question: 'Can I get a receipt?',
    otherWords: 'invoice bill expense receipts proof purchase',
    answer:
      'We email you a receipt once your visit is paid. If it doesn’t arrive, look in your spam folder or send us a message.',
  },
  {
    question: 'Do I need an account?',
    otherWords: 'register registration guest signup sign up create without login password',
    answer:
      'No, you can book as a guest. With an account you see all your bookings and reschedule them yourself.',
  },
  {
    question: 'Did you receive my booking? I got no confirmation.',
    otherWords: 'confirmation confirmed went through spam junk received email',
    answer:
      'We email a confirmation as soon as a booking is made. Please look in your spam folder, or find your booking under My Bookings.',
  },
  {
    question: 'What do you do with my personal data?',
    otherWords: 'privacy private information gdpr pipeda delete store share sell secure',
    answer:
      'We use what you enter to carry out your booking. To see, correct or delete your data, email {{ email }}.',
  },
];

/** An answer in the owner's words. The contact form takes the question along. */
export const ownReply = (
  { answer }: OwnAnswer,
  business: Business,
  message: string,
): ChatReply => ({
  text: fillText(answer, business),
  links: [{ ...toContact, message: message.trim() }],
});
