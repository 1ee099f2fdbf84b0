import { newEmail, requestTime, type Slot } from '../fixtures/clients.ts';
import type { Slots } from '../fixtures/slots.ts';
import type { System } from '../fixtures/system.ts';

export const clients = 50;

type Answered = { status: number; code: string };

/** What a race works with. */
export type Course = {
  system: System;
  slots: Slots;
  rounds: number;
  /**
   * Counts the answers of one round and returns the number of winners. Refusals with other codes miss an aim.
   */
  count: (answers: readonly Answered[], refusals: readonly string[]) => number;
};

export type Race = {
  name: string;
  /** Its share of a thousand rounds. */
  share: number;
  /** Returns a note for the table, and the number of winners where it is not that of successful answers. */
  run: (course: Course) => Promise<{ seen?: string; winners?: number }>;
};

const winning = ({ status }: Answered) => status >= 200 && status < 300;

/** Runs a race and checks the aims of every race. */
export async function runRace(race: Race, course: Omit<Course, 'count'>) {
  const tally = { answers: 0, winners: 0, refused: 0 };
  const count: Course['count'] = (answers, refusals) => {
    const late = answers.filter((answer) => !winning(answer));
    for (const { status, code } of late) {
      const isRight = status < 500 && refusals.includes(code);
      course.system.aims.expect(isRight, 'A late request is refused with its code', {
        status,
        code,
      });
    }
    const won = answers.length - late.length;
    tally.answers += answers.length;
    tally.winners += won;
    tally.refused += late.length;
    return won;
  };
  const result = await race.run({ ...course, count });
  return { ...tally, seen: '', ...result };
}

/** Clients who request this time, each with an address of their own. */
export const bookers = ({ origin }: System, slot: Slot, howMany: number) =>
  Array.from({ length: howMany }, () => () => {
    return requestTime(origin(), { ...slot, email: newEmail() });
  });
