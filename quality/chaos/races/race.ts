import type { Slots } from '../fixtures/slots.ts';
import type { Storm } from '../fixtures/storm.ts';

export const clients = 50;

/** What came of the rounds of one race. */
type Tally = {
  answers: number;
  winners: number;
  /** Refused in a sentence. */
  refused: number;
  /** What else is worth telling. */
  seen?: string;
};

export type Race = {
  name: string;
  /** How many of a thousand rounds. */
  share: number;
  run: (storm: Storm, slots: Slots, rounds: number) => Promise<Tally>;
};

type Answered = { status: number; code: string };

const winning = (status: number) => status >= 200 && status < 300;

/** Counts the answers of rounds, and holds each of them against what every race promises. */
export function openTally(storm: Storm) {
  const tally = { answers: 0, winners: 0, refused: 0 };
  return {
    tally,
    /** One round: how many won. Refusals other than these codes break a promise. */
    round: (answers: readonly Answered[], refusals: readonly string[]): number => {
      const won = answers.filter(({ status }) => winning(status)).length;
      for (const { status, code } of answers) {
        if (winning(status)) continue;
        storm.promises.expect(
          status < 500 && refusals.includes(code),
          'Whoever comes too late is told so',
          { status, code },
        );
      }
      tally.answers += answers.length;
      tally.winners += won;
      tally.refused += answers.length - won;
      return won;
    },
  };
}

let people = 0;

/** An address that nobody had before. */
export const newEmail = () => `person-${(people += 1)}@customer.example`;
