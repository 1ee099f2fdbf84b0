import { formatDay, formatTime } from '../time/time-format.ts';
import type { LocalDate, LocalTime } from '../time/wall-time.ts';
import { plainText, segmentsOf } from './text-segments.ts';

/** The kinds of text messages, in the order of a booking's life. */
export const textKinds = [
  'confirmation',
  'reminder',
  'on_my_way',
  'rain_day',
  'offer',
  'moved',
  'cancelled',
] as const;

export type TextKind = (typeof textKinds)[number];

export type TextFacts = {
  businessName: string;
  businessPhone: string;
  serviceName: string;
  /** The start of the visit, or of the offered one. */
  date: LocalDate;
  time: LocalTime;
  /** How to say the time in place of "9:00 AM", such as "between 9:00 and 9:30 AM". */
  timeInWords?: string | undefined;
  /** Where the customer chooses, books or sees more. */
  link?: string | undefined;
  /** When the crew arrives: "around 9:10 AM". */
  arrival?: string | undefined;
  /** The visit stays as booked after all: for `rain_day`. */
  isBackOn?: boolean | undefined;
};

const howToStop = 'Reply STOP to end.';

/**
 * The text of a kind, in the first of its wordings that fits into one segment; the shortest when none does. Every one
 * names the business, and those without a link say how to end them.
 */
export function textOf(kind: TextKind, facts: TextFacts): string {
  const wordings = wordingsOf[kind](facts).map((wording) =>
    plainText(`${facts.businessName}: ${wording}`),
  );
  return wordings.find((wording) => segmentsOf(wording) === 1) ?? wordings.at(-1) ?? '';
}

const wordingsOf: Record<TextKind, (facts: TextFacts) => string[]> = {
  confirmation: (facts) => [
    `Your ${facts.serviceName} is booked for ${startOf(facts)}. Questions? ${facts.businessPhone}. ${howToStop}`,
    `Your ${facts.serviceName} is booked for ${startOf(facts)}. ${howToStop}`,
    `You're booked for ${startOf(facts)}. ${howToStop}`,
  ],
  reminder: (facts) => [
    `See you ${startOf(facts)} for your ${facts.serviceName}. Please park with space all around. ${howToStop}`,
    `See you ${startOf(facts)} for your ${facts.serviceName}. ${howToStop}`,
    `See you ${startOf(facts)}. ${howToStop}`,
  ],
  on_my_way: ({ arrival, link }) => {
    const said = arrival ? `We're on our way and arrive ${arrival}.` : `We're on our way to you.`;
    return endings(said, link && `Follow along: ${link}`, link);
  },
  rain_day: (facts) => {
    if (facts.isBackOn) return endings(`Good news: your visit on ${startOf(facts)} stands.`);
    const said = `Rain on ${dayOf(facts)}. Please choose another time for your visit`;
    if (!facts.link) return endings(`${said}: call ${facts.businessPhone}.`);
    return [
      `${said}: ${facts.link} ${howToStop}`,
      `${said}: ${facts.link}`,
      `Rain. New times: ${facts.link}`,
    ];
  },
  offer: (facts) => [
    `${startOf(facts)} is available and held for you. Book it: ${facts.link ?? ''} ${howToStop}`,
    `${startOf(facts)} is available and held for you. Book it: ${facts.link ?? ''}`,
    `Available ${startOf(facts)}: ${facts.link ?? ''}`,
  ],
  moved: (facts) => endings(`Your appointment is now ${startOf(facts)}.`),
  cancelled: (facts) => endings(`Your appointment on ${startOf(facts)} is cancelled.`),
};

/** The sentence with all that follows it, then with less. */
const endings = (sentence: string, more?: string, lessMore?: string): string[] => [
  ...(more ? [`${sentence} ${more} ${howToStop}`, `${sentence} ${more}`] : []),
  ...(lessMore ? [`${sentence} ${lessMore}`] : [`${sentence} ${howToStop}`]),
];

/** "Tue, Dec 8" */
const dayOf = ({ date }: Pick<TextFacts, 'date'>): string =>
  formatDay(date).replace(/^(\w{3})\w*, (\w{3})\w*/, '$1, $2');

const startOf = (facts: TextFacts): string =>
  `${dayOf(facts)}${facts.timeInWords ? ` ${facts.timeInWords}` : ` at ${formatTime(facts.time)}`}`;

/** The answer to HELP. */
export const helpText = ({
  businessName,
  businessPhone,
}: Pick<TextFacts, 'businessName' | 'businessPhone'>): string =>
  plainText(
    `${businessName}: text messages about your appointments. Questions? Call ${businessPhone}. ` +
      'Message rates may apply. Reply STOP to end.',
  );
