import type { Database } from '../backend/database/database.ts';
import { retryNow } from '../backup/backup-state.ts';
import { openBackupStore } from '../backup/backup-store.ts';
import type { Config } from '../config.ts';
import { counted } from '../counted.ts';
import { rotateSigningSecret } from '../open-keys.ts';
import {
  connectedParts,
  disconnect,
  isPart,
  isServed,
  losses,
  settingOf,
  type Part,
} from '../outside-world.ts';
import { checkBooks } from './check-books.ts';
import { findStuck, stuckKinds, type StuckRow } from './find-stuck.ts';
import { heldNotices, releaseOutbox, unstartedNotices } from '../backup/held-outbox.ts';
import { recountFigures } from './recount-figures.ts';
import { AdminCommandError, resetAdministrator } from './reset-administrator.ts';

export type Jobs = Readonly<Record<string, { run: () => Promise<number> }>>;

/**
 * What commands work on. `jobs` are the server's; null where there is none. `backups` is null without a schedule.
 * `mailFolder` is where email stays; null if it is sent. `stuckDisk` measures the disk of the data folder.
 */
export type Place = {
  database: Database;
  jobs: Jobs | null;
  backups: Config['backups'];
  mailFolder: string | null;
  stuckDisk: () => Promise<StuckRow | null>;
  dataDir: string;
  /** What the server that runs the command is connected to; null outside one. */
  connections: Partial<Record<Part, string | null>> | null;
};

type Print = (line: string) => void;

type Command = {
  arguments: string;
  help: string;
  /** What it does with the database. Only a command that changes it migrates it first. */
  use: 'changes' | 'reads' | 'nothing';
  /** Returns the exit code. Throws AdminCommandError. */
  run: (place: Place, argument: string, print: Print, option: string) => Promise<number>;
};

const commands: Readonly<Record<string, Command>> = {
  reset: {
    arguments: '<email of an administrator>',
    help: 'Sets a new password, removes the second factor and logs every device out.',
    use: 'changes',
    run: reset,
  },
  rotate: {
    arguments: '',
    help: 'Replaces the secret that signs the tokens of sessions. Valid tokens keep their hour, and sessions go on.',
    use: 'changes',
    run: rotate,
  },
  disconnect: {
    arguments: '<mail, payments, texts, address, files, backups or database> [discard]',
    help: 'Goes on without that connection: a server that lacks it may start again. Discards the emails or refunds that wait for it.',
    use: 'changes',
    run: goBack,
  },
  run: {
    arguments: '<job>',
    help: 'Runs a background job now, such as mail, refunds or reconcile. Another word lists the jobs.',
    use: 'changes',
    run: runJob,
  },
  recount: {
    arguments: '',
    help: 'Recounts the money reports and the rating from payments, refunds and reviews.',
    use: 'changes',
    run: recount,
  },
  stuck: {
    arguments: '',
    help: 'Lists emails, texts, payments, backups and services that wait too long or failed. Ends with 2 if there are any.',
    use: 'reads',
    run: listStuck,
  },
  outbox: {
    arguments: '',
    help: 'Counts what waits since a backup was restored, or in a copied folder. Ends with 2 while it waits.',
    use: 'reads',
    run: tellHeld,
  },
  release: {
    arguments: '<send or discard>',
    help: 'Sends what waits since a backup was restored or in a copied folder, or discards it. Then reminders are sent again.',
    use: 'changes',
    run: release,
  },
  books: {
    arguments: '',
    help: 'Compares every booking with its payments, and lists what differs here and under Money. Ends with 2 if anything does.',
    use: 'reads',
    run: listFindings,
  },
  backups: {
    arguments: '',
    help: 'Lists the backups of BACKUP_SCHEDULE, newest first. Ends with 2 if there are none.',
    use: 'nothing',
    run: listBackups,
  },
};

export const commandNames = Object.keys(commands);

/** Run before there is a database to run commands on (main.ts), under names of their own. */
const ofDatabase = {
  roles: {
    arguments: '',
    help: 'Prints the SQL that creates the roles, for the owner of the PostgreSQL of DATABASE_URL to run.',
  },
  adopt: {
    arguments: '',
    help: 'Brings a hosted database of commit ce381a9e to the baseline.',
  },
};

/** The background jobs (server/workers.ts). */
export const jobNames = [
  ...(['mail', 'dueMails', 'dueTexts', 'oldTexts', 'customerTexts', 'offers'] as const),
  ...(['unpaidBookings', 'oldWork', 'removedPhotos', 'mileage', 'oldWaiting'] as const),
  ...(['oldOperations', 'refunds', 'ways', 'visitPlaces', 'oldWays', 'reconcile'] as const),
  ...(['webhooks', 'texts', 'photos', 'upkeep', 'backups', 'keys'] as const),
  ...(['signIns', 'disk', 'siteFiles', 'expired'] as const),
];
export type JobName = (typeof jobNames)[number];

/** Throws AdminCommandError with the first word that is wrong, before anything is opened. */
export function checkWords([name = '', ...rest]: readonly string[]): void {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const [argument = ''] = rest;
  if (!command) {
    const about = name === '' ? '' : `There is no command ${name}. `;
    throw new AdminCommandError(`${about}Usage:\n${helpOf().join('\n')}`);
  }
  const takesDiscard = name === 'disconnect' && argument in losses && rest[1] === 'discard';
  const surplus = rest[(command.arguments ? 1 : 0) + (takesDiscard ? 1 : 0)];
  if (surplus !== undefined || (command.arguments && argument === '')) {
    const about = surplus === undefined ? '' : `${name} takes no word ${surplus}. `;
    throw new AdminCommandError(`${about}Usage:\n${helpOf(name).join('\n')}`);
  }
  if (name === 'run' && !jobNames.some((job) => job === argument)) {
    throw new AdminCommandError(`There is no job ${argument}. The jobs: ${jobNames.join(', ')}`);
  }
  if (name === 'release' && argument !== 'send' && argument !== 'discard') {
    throw new AdminCommandError(`release takes send or discard, not ${argument}`);
  }
  if (name === 'disconnect' && argument !== 'database' && !isPart(argument)) {
    const parts = [...Object.keys(settingOf), 'database'].join(', ');
    throw new AdminCommandError(`There is no connection ${argument}. The connections: ${parts}`);
  }
}

/** What a command that checkWords() knows does with the database. */
export const useOf = ([name = '']: readonly string[]) => commands[name]?.use ?? 'nothing';

/** The lines about this command, or about every one. */
export function helpOf(name?: string): string[] {
  const all: Readonly<Record<string, Pick<Command, 'arguments' | 'help'>>> = {
    ...commands,
    ...ofDatabase,
  };
  const names = name !== undefined && Object.hasOwn(all, name) ? [name] : Object.keys(all);
  return names.flatMap((one) => [
    `npm run ${one in ofDatabase ? `database:${one}` : `admin -- ${[one, all[one]?.arguments].filter(Boolean).join(' ')}`}`,
    `    ${all[one]?.help ?? ''}`,
  ]);
}

/** Runs a command, and returns the exit code. Throws AdminCommandError. */
export async function runCommand(words: readonly string[], place: Place, print: Print) {
  const [name = '', argument = '', option = ''] = words;
  checkWords(words);
  return (await commands[name]?.run(place, argument, print, option)) ?? 1;
}

async function reset({ database, mailFolder }: Place, address: string, print: Print) {
  const { password, methods } = await resetAdministrator(database, address);
  print(`${address} has the new password ${password} (shown only once).`);
  print(
    'The second factor is off, and every device is signed out. These sign-in methods work now:',
  );
  for (const method of methods) print(`  ${method}`);
  if (mailFolder) print(`SMTP_URL is not set: no email is sent. Each is written to ${mailFolder}.`);
  return 0;
}

async function goBack(place: Place, part: string, print: Print, option: string) {
  const { database } = place;
  if (!isPart(part)) throw new AdminCommandError('This server uses no PostgreSQL.');
  if (await isInUse(place, part)) {
    throw new AdminCommandError(
      `A server runs with ${settingOf[part]}: stop it before you disconnect it`,
    );
  }
  if (part === 'mail' || part === 'payments') await lose(place, part, option === 'discard');
  const wasConnected = await disconnect(database, part);
  print(
    wasConnected
      ? `Disconnected. A server without ${settingOf[part]} may start on this database now.`
      : `This database has no such connection.`,
  );
  return 0;
}

async function isInUse({ database, connections }: Place, part: Part): Promise<boolean> {
  if (connections?.[part]) return true;
  const isKnown = (await connectedParts(database))[part] !== undefined;
  return isKnown && database.kind === 'postgres' && (await isServed(database));
}

/** Throws AdminCommandError while something waits for that part, unless it is to be discarded. */
async function lose({ database: { pool } }: Place, part: keyof typeof losses, discards: boolean) {
  const { words, count, discard } = losses[part];
  const [what, otherwise] = words;
  const { rows } = await pool.query<{ rows: number }>(count);
  const waiting = rows[0]?.rows ?? 0;
  if (waiting === 0) return;
  if (discards) {
    await pool.query(discard);
    return;
  }
  const it = waiting === 1 ? 'it' : 'them';
  throw new AdminCommandError(
    `${counted(waiting, what)} ${waiting === 1 ? 'waits' : 'wait'} and ${otherwise}. Send ${it} first, or discard ` +
      `${it} with: npm run admin -- disconnect ${part} discard`,
  );
}

async function rotate({ database }: Place, _argument: string, print: Print) {
  await rotateSigningSecret(database);
  print('Tokens are signed with a new secret from now on, by every server within a minute.');
  print('Tokens of the former secret are valid for their hour.');
  return 0;
}

const leftIn = (table: string, condition: string) => `
  select count(*) filter (where created_at <= private.held_until())::integer as held,
    count(*) filter (where created_at > private.held_until())::integer as free,
    (array_agg(last_error order by created_at desc) filter (where last_error is not null))[1] as reason
  from public.${table} where ${condition}`;

/** Of what a job sends: how much still waits, and the newest reason. */
const leftBy: Readonly<Record<string, { what: string; left: string }>> = {
  customerTexts: { what: 'text', left: leftIn('text_outbox', `status = 'queued'`) },
  mail: {
    what: 'email',
    left: leftIn(
      'mail_outbox',
      `status = 'queued' and (last_error is not null or next_attempt_at <= now())`,
    ),
  },
  refunds: { what: 'refund', left: leftIn('refunds', `status = 'pending'`) },
};

/** Why a job did not do everything. */
async function reasonsOf({ database }: Place, name: string): Promise<string[]> {
  if (name === 'backups') {
    const { rows } = await database.pool.query<{ failure: string }>(
      'select failure from private.backup_state where failure is not null',
    );
    return rows.map(({ failure }) => failure);
  }
  const about = leftBy[name];
  if (!about) return [];
  type Left = { held: number; free: number; reason: string | null };
  const { rows: found } = await database.pool.query<Left>(about.left);
  const { held = 0, free = 0, reason = null } = found[0] ?? {};
  const why = reason ?? 'another server is sending';
  return [
    ...(held > 0 ? await heldNotices(database) : []),
    ...(free > 0
      ? [`${counted(free, about.what)} still ${free === 1 ? 'waits' : 'wait'}: ${why}`]
      : []),
  ];
}

async function runJob(place: Place, name: string, print: Print) {
  const job = place.jobs?.[name];
  if (!job) throw new AdminCommandError('Jobs run in a server only.');
  if (name === 'backups') await retryNow(place.database);
  print(`The job ${name} ran. It did ${await job.run()}.`);
  const reasons = await reasonsOf(place, name);
  for (const line of reasons) print(line);
  return reasons.length > 0 ? 2 : 0;
}

async function recount({ database }: Place, _argument: string, print: Print) {
  await recountFigures(database);
  print('The money reports and the rating are recounted.');
  return 0;
}

async function listStuck({ database, dataDir, stuckDisk }: Place, _argument: string, print: Print) {
  const found = await findStuck(database);
  const disk = await stuckDisk();
  const isReported = found.some(({ kind, what }) => kind === 'disk' && what === disk?.what);
  const rows = disk && !isReported ? [...found, disk] : found;
  for (const [kind, [one, many]] of Object.entries(stuckKinds)) {
    const those = rows.filter((row) => row.kind === kind);
    if (those.length > 0) print(`${counted(those.length, one, many)}.`);
    for (const { id, what, status, attempts, since, reason } of those) {
      print(
        `  ${id}  ${what}  ${status}, ${counted(attempts, 'attempt')} since ${since}  ${reason}`,
      );
    }
  }
  const held = await waitingNotices(database, dataDir);
  for (const line of held) print(line);
  const count = rows.length + held.length;
  if (count === 0) print('Nothing waits too long, and nothing failed.');
  return count > 0 ? 2 : 0;
}

/** What waits since a backup was restored, or in a copied folder. */
const waitingNotices = async (database: Database, dataDir: string) => [
  ...(await unstartedNotices(database, dataDir)),
  ...(await heldNotices(database)),
];

async function tellHeld({ database, dataDir }: Place, _argument: string, print: Print) {
  const held = await waitingNotices(database, dataDir);
  for (const line of held) print(line);
  if (held.length === 0) print('Nothing waits.');
  return held.length > 0 ? 2 : 0;
}

async function release({ database, dataDir }: Place, choice: string, print: Print) {
  const [unstarted] = await unstartedNotices(database, dataDir);
  if (unstarted !== undefined) throw new AdminCommandError(unstarted);
  const wasHeld = (await heldNotices(database)).length > 0;
  await releaseOutbox(database, { discards: choice === 'discard' });
  if (!wasHeld) print('Nothing waits.');
  else if (choice === 'send') print('Sent by the server from now on.');
  else print('Discarded. The owner finds discarded refunds under Payments.');
  return 0;
}

async function listFindings({ database }: Place, _argument: string, print: Print) {
  const findings = await checkBooks(database);
  const what = counted(findings.length, ...stuckKinds.finding);
  const them = findings.length === 1 ? 'it' : 'them';
  print(`${what}. The owner resolves ${them} under Money.`);
  for (const { kind, reason, booking, since } of findings) {
    print(`  ${kind} (${reason})  booking ${booking ?? 'unknown'}  since ${since}`);
  }
  return findings.length > 0 ? 2 : 0;
}

async function listBackups({ backups }: Place, _argument: string, print: Print) {
  if (!backups) throw new AdminCommandError('BACKUP_SCHEDULE is not set: it makes backups.');
  const store = await openBackupStore(backups.to);
  const found = await store.list();
  print(`${counted(found.length, 'backup')} in ${store.place}`);
  for (const { name, bytes } of found) print(`  ${name}  ${(bytes / 1e6).toFixed(1)} MB`);
  return found.length === 0 ? 2 : 0;
}
