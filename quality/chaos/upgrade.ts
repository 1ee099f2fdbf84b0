// Today's build takes over the data of earlier builds. --database
import type { DatabaseName } from '../fixtures/places.ts';
import { readArguments } from './fixtures/arguments.ts';
import { watchAims } from './fixtures/aims.ts';
import { seeded } from './fixtures/seeded.ts';
import { openSlots } from './fixtures/slots.ts';
import { openSystem, type System } from './fixtures/system.ts';
import { compareWithAcknowledged } from './kills/afterwards.ts';
import { checkKept, countOf, everyRow, migrationHistory } from './upgrade/every-row.ts';
import { checkPromises } from './upgrade/after-upgrade.ts';
import { useOlderServer } from './upgrade/before-upgrade.ts';
import {
  buildOlder,
  NoHistoryError,
  olderCommits,
  type OlderBuild,
} from './upgrade/older-builds.ts';

const ends = ['stopped', 'killed'] as const;
type End = (typeof ends)[number];

const { seed, databases } = readArguments(1);
const aims = watchAims();
const rows: Record<string, string | number>[] = [];

try {
  for (const { name, commit } of olderCommits()) {
    const older = await buildOlder(name, commit);
    try {
      for (const database of databases) {
        for (const end of ends) rows.push(await upgrade(older, database, end));
      }
    } finally {
      await older.remove();
    }
  }
  aims.conclude('upgrade', rows);
} catch (error) {
  if (!(error instanceof NoHistoryError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function upgrade(older: OlderBuild, database: DatabaseName, end: End) {
  let builtIn: string | undefined = older.folder;
  const options = { aims, chance: seeded(seed), builtIn: () => builtIn };
  const system = await openSystem(database, options);
  console.log(`From ${older.commit.slice(0, 7)} on ${system.place.label}, ${end}`);
  try {
    await system.start();
    const use = await useOlderServer(system, openSlots());
    await (end === 'killed' ? system.kill() : system.stop());
    const before = await system.place.onCopy(everyRow);

    builtIn = undefined;
    const startedAt = Date.now();
    await system.start();
    const readyMs = Date.now() - startedAt;
    const after = await system.whileDown(everyRow);
    checkKept(before, after, aims);
    await checkPromises(system, use);
    const { mails, repeats } = await compareWithAcknowledged(system, use.seen);
    aims.expect(
      repeats <= (end === 'killed' ? 1 : 0),
      'No email is sent twice, except one in progress when the server was killed',
      repeats,
    );
    checkOneOfEach(system);
    await checkNothingFound(system);
    return {
      'from commit': `${older.commit.slice(0, 7)} (${older.name})`,
      database: system.place.label,
      'the older server was': end,
      'migrations recorded': `${before.get(migrationHistory)?.size ?? 0} -> ${after.get(migrationHistory)?.size ?? 0}`,
      'rows compared': countOf(before),
      'bookings compared': use.seen.length,
      emails: mails,
      repeats,
      'ready after s': (readyMs / 1000).toFixed(1),
    };
  } finally {
    await system.end();
  }
}

// Also under different Message-IDs: nobody here receives two emails about one thing.
function checkOneOfEach({ mails }: System) {
  const idOf = new Map<string, string>();
  for (const { messageId, to, subject } of mails.accepted()) {
    const about = `${subject} to ${to}`;
    const isOne = (idOf.get(about) ?? messageId) === messageId;
    aims.expect(isOne, 'No person gets two emails about one thing', about);
    idOf.set(about, messageId);
  }
}

/** An upgrade creates no payment findings. */
async function checkNothingFound(system: System) {
  await system.stop();
  const found = await system.place.atRest((query) =>
    query('select reason, booking_id from public.payment_findings where closed_at is null'),
  );
  aims.expect(found.length === 0, 'No payment needs attention', found);
}
