import {
  addOns,
  booking,
  cancelling,
  contact,
  couponAnswer,
  depositIsPart,
  fallback,
  finding,
  freeTimes,
  gallery,
  greeting,
  hours,
  included,
  namesOffer,
  paying,
  payingLater,
  prices,
  rescheduling,
  reviewing,
  taxes,
  thanks,
  vehicles,
} from './chat-answers.ts';
import { area, postalArea, postalCode } from './area-answers.ts';
import type { ChatReply, Known } from './chat-reply.ts';

export { greeting } from './chat-answers.ts';
export type { ChatReply, Known } from './chat-reply.ts';

type Topic = {
  words: RegExp;
  /** Whether the answer depends on the owner's rules. */
  needsRules?: true;
  reply: (known: Known, message: string) => ChatReply;
};

/** Whether the answer depends on the owner's rules. Only then does the chat wait for them. */
export const needsRules = (message: string): boolean => topicOf(message)?.needsRules ?? false;

/** The answer to a message; null for a blank message. */
export function replyTo(message: string, known: Known): ChatReply | null {
  const words = wordsOf(message);
  if (words === '') return null;
  const topic = topicOf(message);
  if (topic) return topic.reply(known, words);
  return namesOffer(known, words) ? prices(known, words) : fallback(known, message.trim());
}

/** Whether a message, or a word of it, leads to a topic, which answers it from the business and its rules. */
export const isTopic = (message: string): boolean => topicOf(message) !== undefined;

const wordsOf = (message: string): string => message.trim().toLowerCase();

const topicOf = (message: string): Topic | undefined =>
  topics.find(({ words }) => words.test(wordsOf(message)));

/** The first match answers, so narrow topics come before broad ones. */
const topics: readonly Topic[] = [
  { words: /\b(cancel\w*|refund\w*|money back|deposit back)/, reply: cancelling },
  {
    words: /\b(resched\w*|(move|change) (my|the|a) \w+|another (day|date|time))/,
    reply: rescheduling,
  },
  { words: /\b(coupon|promo|discount|first[- ]time|new customer)/, reply: couponAnswer },
  {
    words:
      /\b(pay(ing)? (it )?(later|over time|monthly)|buy now|instal\w+|affirm|afterpay|klarna)\b/,
    reply: payingLater,
  },
  {
    words:
      /\b(do|does|charged?|added|much|which|what|includ\w+)\b.*\b(tax|taxes|gst|hst)\b|\b(tax|taxes|gst|hst)\b.*\b(includ\w+|extra|added|on top)\b/,
    reply: taxes,
  },
  {
    words:
      /\bdeposits?\b.*\b(on top|extra|part|towards?|off|deduct\w*|counts?|includ\w+|added)\b|\b(on top|extra|part)\b.*\bdeposit/,
    reply: depositIsPart,
  },
  { words: /\b(add[- ]?ons?|extras?)\b/, reply: addOns },
  {
    words:
      /\b(trucks?|pick[- ]?ups?|(mini)?vans?|motor(cycles?|bikes?)|boats?|rvs?|trailers?|motorhomes?|f-?\d50|campers?|bus(es)?|(big|larg|overs|seven[- ]seat|7[- ]seat)\w*)\b/,
    reply: vehicles,
  },
  {
    words: /\b(deposits?|pay|paying|payments?|cards?|tax|taxes|gst)\b/,
    reply: paying,
  },
  { words: /\b(review|rating|testimonial|feedback)/, reply: reviewing },
  { words: /\b(gallery|photos?|pictures?|before and after)\b/, reply: gallery },
  { words: /\b(my|find|see|view)( my)? (bookings?|appointments?)\b/, reply: finding },
  { words: /\b(contact|phone|call|e-?mail|reach|speak|talk|human|person)\b/, reply: contact },
  { words: postalCode, needsRules: true, reply: postalArea },
  {
    words:
      /\b(where|areas?|locations?|located|toronto|gta|caledon|brampton|mississauga|bolton|orangeville|vaughan|oakville|milton|georgetown|markham|guelph|hamilton|barrie|serve|cover|come to|travel|mobile|far|drive|based)\b/,
    needsRules: true,
    reply: area,
  },
  {
    words:
      /\b(book|come|fit|free|openings?|spots?)\b.*\b(today|tonight|tomorrow|this (morning|afternoon|week)|next week|(mon|tues|wednes|thurs|fri|satur|sun)day)\b/,
    needsRules: true,
    reply: freeTimes,
  },
  {
    words:
      /\b(hours?|open|close|closing|slots?|available|availability|when|times?|today|tomorrow|early|earliest|latest|weekends?|holidays?|(mon|tues|wednes|thurs|fri|satur|sun)days?)\b/,
    needsRules: true,
    reply: hours,
  },
  { words: /\b(includ\w+|comes? with|differen\w+)\b/, reply: included },
  { words: /\b(how long|duration|takes?)\b/, reply: prices },
  {
    words:
      /\b(price|pricing|prices|cost|costs|how much|rates?|quote|services?|packages?|offer\w*|wash\w*|detail\w*|luxury|premium|basic|sedans?|suvs?)\b/,
    reply: prices,
  },
  { words: /\b(book|booking|appointment|schedule|reserve)\b/, needsRules: true, reply: booking },
  { words: /\b(thanks?|thank you|thx|cheers)\b/, reply: thanks },
  { words: /\b(hi|hello|hey|good (morning|afternoon|evening))\b/, reply: greeting },
];
