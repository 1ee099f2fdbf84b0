import { allAtOnce, requestTime } from '../fixtures/clients.ts';
import { clients, newEmail, openTally, type Race } from './race.ts';

/** All clients request the same time. */
export const createAgainstCreate: Race = {
  name: 'create against create',
  share: 400,
  run: async (system, slots, rounds) => {
    const { tally, round } = openTally(system);
    for (let number = 0; number < rounds; number += 1) {
      const slot = slots.take();
      const answers = await allAtOnce(
        Array.from({ length: clients }, () => () => {
          return requestTime(system.origin(), { ...slot, email: newEmail() });
        }),
      );
      const won = round(answers, ['slot_taken']);
      system.aims.expect(won === 1, 'One of many requests gets a time', { number, won });
    }
    return tally;
  },
};

/** The same order twice at once from each of half as many browsers: the second click finds its time taken. */
export const doubleClick: Race = {
  name: 'double click on booking',
  share: 100,
  run: async (system, slots, rounds) => {
    const { tally, round } = openTally(system);
    for (let number = 0; number < rounds; number += 1) {
      const slot = slots.take();
      const emails = Array.from({ length: clients / 2 }, newEmail);
      const answers = await allAtOnce(
        system.chance.shuffled([...emails, ...emails]).map((email) => async () => {
          return { email, ...(await requestTime(system.origin(), { ...slot, email })) };
        }),
      );
      round(answers, ['slot_taken']);
      const winners = new Set(
        answers.filter(({ status }) => status === 201).map(({ email }) => email),
      );
      system.aims.expect(winners.size === 1, 'One browser gets the time', {
        number,
        won: winners.size,
      });
    }
    return { ...tally, seen: 'one browser each' };
  },
};
