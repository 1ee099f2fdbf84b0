import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigurationError } from '../../config.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { sqlForRoles } from './roles.ts';

const server = process.env['TEST_DATABASE_URL'];

/** The owner of an empty database who has no other right, and the administrator of the cluster in it. */
async function plainOwner(url: string) {
  const name = `plain_${randomBytes(8).toString('hex')}`;
  const cluster = new Client({ connectionString: url });
  await cluster.connect();
  await cluster.query(`create role ${name} login password '${name}'`);
  await cluster.query(`create database ${name} owner ${name}`);
  const place = new URL(url);
  place.pathname = `/${name}`;
  const administrator = await openDatabase({ connectionString: place.href, maxConnections: 1 });
  place.username = name;
  place.password = name;
  const owner = await openDatabase({ connectionString: place.href, maxConnections: 1 });
  onTestFinished(async () => {
    await owner.close();
    await administrator.close();
    await cluster.query(`drop database ${name} with (force)`);
    await cluster.query(`drop role ${name}`);
    await cluster.end();
  });
  return { owner, administrator };
}

test.runIf(server).each([
  ['of another owner', 'administrator', 'alter database :name owner to current_user', 'owner of'],
  ['that is read-only', 'owner', 'set default_transaction_read_only = on', 'read-only copy'],
  ['of something else', 'owner', 'create table public.bookings (id int)', 'name an empty one'],
] as const)(
  'a database %s is refused in one line that says what to do',
  async (_, by, spoil, hint) => {
    const people = await plainOwner(server ?? '');
    const { owner, administrator } = people;
    await administrator.pool.query(await sqlForRoles(owner.pool));
    const { rows } = await administrator.pool.query<{ name: string }>(
      'select current_database() as name',
    );
    await people[by].direct.query(spoil.replace(':name', rows[0]?.name ?? ''));
    const refused = migrate(owner);
    await expect(refused).rejects.toThrow(ConfigurationError);
    await expect(refused).rejects.toThrow(hint);
  },
  60_000,
);

test.runIf(server)(
  'a plain owner migrates once the administrator ran the SQL',
  async () => {
    const { owner, administrator } = await plainOwner(server ?? '');
    const refused = migrate(owner);
    await expect(refused).rejects.toThrow(ConfigurationError);
    await expect(refused).rejects.toThrow(
      /^The database user plain_\w+ can't use .*database:roles/,
    );
    const sql = await sqlForRoles(owner.pool);
    await administrator.pool.query(sql);
    await administrator.pool.query(sql);
    expect(await migrate(owner)).toContain('baseline');
    expect(await migrate(owner)).toEqual([]);
    await owner.pool.query(
      'begin; set local role service_role; select from public.bookings; commit',
    );
  },
  60_000,
);
