import { record } from '../bench/fixtures/record.ts';
import { readArguments, type DatabaseName } from './fixtures/arguments.ts';
import { watchPromises } from './fixtures/promises.ts';
import { seeded } from './fixtures/seeded.ts';
import { openSlots } from './fixtures/slots.ts';
import { openStorm, type Storm } from './fixtures/storm.ts';
import { holdAgainst } from './kills/afterwards.ts';
import { checkKept, countOf, everyRow, migrationHistory } from './upgrade/every-row.ts';
import { goesOn } from './upgrade/new-life.ts';
import { liveThrough } from './upgrade/old-life.ts';
import {
  buildOlder,
  NoHistoryError,
  olderCommits,
  type OlderBuild,
} from './upgrade/older-builds.ts';

/*
 * Servers of earlier commits are built and lived with; then the one of today takes their data over.
 */
const ends = ['stopped', 'killed'] as const;
type End = (typeof ends)[number];

const { seed, databases } = readArguments(1);
const promises = watchPromises();
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
  tell();
  promises.conclude();
} catch (error) {
  if (!(error instanceof NoHistoryError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function upgrade(older: OlderBuild, database: DatabaseName, end: End) {
  let builtIn: string | undefined = older.folder;
  const options = { promises, chance: seeded(seed), builtIn: () => builtIn };
  const storm = await openStorm(database, options);
  console.log(`From ${older.commit.slice(0, 7)} on ${storm.place.label}, ${end}`);
  try {
    await storm.start();
    const life = await liveThrough(storm, openSlots());
    await (end === 'killed' ? storm.kill() : storm.stop());
    const before = await storm.place.onCopy(everyRow);

    builtIn = undefined;
    const startedAt = Date.now();
    await storm.start();
    const readyMs = Date.now() - startedAt;
    const after = await storm.whileDown(everyRow);
    checkKept(before, after, promises);
    await goesOn(storm, life);
    const { mails, repeats } = await holdAgainst(storm, life.seen);
    promises.expect(
      repeats <= (end === 'killed' ? 1 : 0),
      'No mail goes out twice, but for the one that was being sent when the server was killed',
      repeats,
    );
    checkOneOfEach(storm);
    await checkNothingFound(storm);
    return {
      'from commit': `${older.commit.slice(0, 7)} (${older.name})`,
      database: storm.place.label,
      'the older server was': end,
      'migrations recorded': `${before.get(migrationHistory)?.size ?? 0} -> ${after.get(migrationHistory)?.size ?? 0}`,
      'rows compared': countOf(before),
      'bookings compared': life.seen.length,
      emails: mails,
      repeats,
      'ready after s': (readyMs / 1000).toFixed(1),
    };
  } finally {
    await storm.end();
  }
}

// Under another Message-ID, too: nobody here is written to twice about one thing.
function checkOneOfEach({ mails }: Storm) {
  const letters = mails.accepted.map(({ messageId, to, subject }) => ({ messageId, to, subject }));
  for (const { messageId, to, subject } of letters) {
    const others = letters.filter(
      (it) => it.to === to && it.subject === subject && it.messageId !== messageId,
    );
    promises.expect(others.length === 0, 'Nobody is told the same twice', { to, subject, others });
  }
}

/** What was right before the upgrade asks for no look after it. */
async function checkNothingFound(storm: Storm) {
  await storm.stop();
  const found = await storm.place.atRest((query) =>
    query('select reason, booking_id from public.payment_findings where closed_at is null'),
  );
  promises.expect(found.length === 0, 'No payment needs a look', found);
}

function tell() {
  record({
    name: 'upgrade',
    command: 'npm run test:chaos upgrade',
    facts: `${promises.broken()} aims were missed.`,
    rows,
  });
}
