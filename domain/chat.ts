import {
  area,
  booking,
  changing,
  contact,
  couponAnswer,
  fallback,
  gallery,
  greeting,
  hours,
  paying,
  prices,
  reviewing,
  thanks,
} from './chat-answers.ts';
import type { ChatReply } from './chat-answers.ts';

export { greeting } from './chat-answers.ts';
export type { ChatReply } from './chat-answers.ts';

type Topic = { words: RegExp; reply: (message: string) => ChatReply };

/** The answer to a message, or null when there is nothing to answer. */
export function replyTo(message: string): ChatReply | null {
  const words = message.trim().toLowerCase();
  if (words === '') return null;
  const topic = topics.find((one) => one.words.test(words));
  return topic ? topic.reply(words) : fallback;
}

/** The first that matches answers, so what is narrow stands before what is wide. */
const topics: readonly Topic[] = [
  { words: /\b(cancel\w*|refund\w*|resched\w*|(move|change) (my|the|a) \w+)/, reply: changing },
  { words: /\b(coupon|promo|discount|first[- ]time|new customer)/, reply: couponAnswer },
  {
    words:
      /\b(deposits?|pay|paying|payments?|cards?|tax|taxes|gst|instal\w+|klarna|afterpay|tips?)\b/,
    reply: paying,
  },
  { words: /\b(review|rating|testimonial|feedback)/, reply: reviewing },
  { words: /\b(gallery|photos?|pictures?|before and after)\b/, reply: gallery },
  { words: /\b(my|find|see|view)( my)? (bookings?|appointments?)\b/, reply: changing },
  { words: /\b(contact|phone|call|e-?mail|reach|speak|talk)\b/, reply: contact },
  {
    words: /\b(where|areas?|locations?|located|toronto|gta|caledon|come to|travel|mobile)\b/,
    reply: area,
  },
  {
    words:
      /\b(hours?|open|close|closing|slots?|available|availability|when|times?|today|tomorrow)\b/,
    reply: hours,
  },
  { words: /\b(how long|duration|takes?)\b/, reply: prices },
  {
    words:
      /\b(price|pricing|prices|cost|costs|how much|rates?|quote|services?|packages?|offer\w*|wash\w*|detail\w*|luxury|premium|basic|sedans?|suvs?)\b/,
    reply: prices,
  },
  { words: /\b(book|booking|appointment|schedule|reserve)\b/, reply: booking },
  { words: /\b(thanks?|thank you|thx|cheers)\b/, reply: thanks },
  { words: /\b(hi|hello|hey|good (morning|afternoon|evening))\b/, reply: () => greeting },
];
