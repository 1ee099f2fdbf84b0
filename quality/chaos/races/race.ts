import type { Slots } from '../fixtures/slots.ts';
import type { System } from '../fixtures/system.ts';

export const clients = 50;

/** The result of a race's rounds. */
type Tally = {
  answers: number;
  winners: number;
  /** Refused with a sentence. */
  refused: number;
  /** A note for the table. */
  seen?: string;
};

export type Race = {
  name: string;
  /** Its share of a thousand rounds. */
  share: number;
  run: (system: System, slots: Slots, rounds: number) => Promise<Tally>;
};

type Answered = { status: number; code: string };

const winning = (status: number) => status >= 200 && status < 300;

/** Counts the answers of rounds, and checks the aims of every race. */
export function openTally(system: System) {
  const tally = { answers: 0, winners: 0, refused: 0 };
  return {
    tally,
    /** Counts one round; returns the number of winners. Refusals with other codes miss an aim. */
    round: (answers: readonly Answered[], refusals: readonly string[]): number => {
      const won = answers.filter(({ status }) => winning(status)).length;
      for (const { status, code } of answers) {
        if (winning(status)) continue;
        system.aims.expect(
          status < 500 && refusals.includes(code),
          'A late request is refused with its code',
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

/** An unused address. */
export const newEmail = () => `person-${(people += 1)}@customer.example`;
