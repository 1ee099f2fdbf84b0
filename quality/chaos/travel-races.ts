// Random places with travel on: holds, late payments, moves and bookings by phone at once. --rounds --seed --database
import { checkAfterwards } from './fixtures/afterwards.ts';
import { runOnEach } from './fixtures/run-on-each.ts';
import { openSlots } from './fixtures/slots.ts';
import { runRace } from './races/race.ts';
import { travelStorm } from './races/travel.ts';

await runOnEach('travel-races', 2000, async (system, { rounds, databases }) => {
  const database = system.place.label;
  const share = Math.max(1, Math.round(rounds / databases.length));
  const result = await runRace(travelStorm, { system, slots: openSlots(), rounds: share });
  return [
    { database, race: travelStorm.name, rounds: share, ...result },
    { database, race: 'afterwards', seen: await checkAfterwards(system) },
  ];
});
