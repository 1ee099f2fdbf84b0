import { allAtOnce, newEmail, requestTime } from '../fixtures/clients.ts';
import { bookers, clients, type Race } from './race.ts';

/** All clients request the same time. */
export const createAgainstCreate: Race = {
  name: 'create against create',
  share: 400,
  run: async ({ system, slots, rounds, count }) => {
    for (let number = 0; number < rounds; number += 1) {
      const won = count(await allAtOnce(bookers(system, slots.take(), clients)), ['slot_taken']);
      system.aims.expect(won === 1, 'One of many requests gets a time', { number, won });
    }
    return {};
  },
};

/** The same order twice at once from each of half as many browsers: the second click finds its time taken. */
export const doubleClick: Race = {
  name: 'double click on booking',
  share: 100,
  run: async ({ system, slots, rounds, count }) => {
    for (let number = 0; number < rounds; number += 1) {
      const slot = slots.take();
      const emails = Array.from({ length: clients / 2 }, newEmail);
      const answers = await allAtOnce(
        system.chance.shuffled([...emails, ...emails]).map((email) => async () => {
          return { email, ...(await requestTime(system.origin(), { ...slot, email })) };
        }),
      );
      count(answers, ['slot_taken']);
      const winners = answers.filter(({ status }) => status === 201).map(({ email }) => email);
      const won = new Set(winners).size;
      system.aims.expect(won === 1, 'One browser gets the time', { number, won });
    }
    return { seen: 'one browser each' };
  },
};
