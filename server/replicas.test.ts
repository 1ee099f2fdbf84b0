import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from './backend/database/migrations.ts';
import { readConfig } from './config.ts';
import { buildHost, type Host } from './host.ts';
import { describePostgres } from './testing/databases.ts';

const quiet = () => undefined;
const log = { info: quiet, warn: quiet, error: quiet };
const clusterUrl = process.env['TEST_DATABASE_URL'] ?? '';

// Their own, because they start on an empty database.
describePostgres('Replicas that start at the same moment on an empty database', () => {
  const name = `replicas_${randomBytes(8).toString('hex')}`;
  let folder: string;
  let hosts: Host[];
  const printed: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'replicas-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><!--app-config-->');
    await run(clusterUrl, `create database ${name}`);
    const url = new URL(clusterUrl);
    url.pathname = `/${name}`;
    const start = (replica: string) =>
      buildHost(
        readConfig({ DATABASE_URL: url.href, DATA_DIR: join(folder, replica), DEMO: '1' }),
        log,
        { siteFolder: folder },
      );
    hosts = await Promise.all(['one', 'other', 'third'].map(start));
    await Promise.all(hosts.map((host) => host.welcomeOwner((line) => printed.push(line))));
  });
  afterAll(async () => {
    await Promise.all(hosts.map((host) => host.close()));
    await run(clusterUrl, `drop database ${name} with (force)`);
    await rm(folder, { recursive: true });
  });

  const count = async (table: string, where = 'true') => {
    const [host] = hosts;
    const { rows } = (await host?.database.pool.query<{ count: number }>(
      `select count(*)::int as count from ${table} where ${where}`,
    )) ?? { rows: [] };
    return rows[0]?.count;
  };

  it('run every migration once', async () => {
    expect(await count('supabase_migrations.schema_migrations')).toBe(migrations.length);
  });

  it('create one administrator, whose password one of them prints', async () => {
    expect(await count('public.admins')).toBe(1);
    expect(printed).toEqual([expect.stringMatching(/password/)]);
  });

  it('insert the demo rows once', async () => {
    expect(await count('public.reviews')).toBeGreaterThan(0);
    const doubled = await count(
      '(select from public.reviews group by customer_name, comment having count(*) > 1) as twice',
    );
    expect(doubled).toBe(0);
  });

  it("accept each other's sessions", async () => {
    const [one, other] = hosts;
    const answer = await one?.app.request('/auth/v1/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'a good secret' }),
    });
    expect(answer?.status).toBe(200);
    await one?.database.pool.query('update auth.users set email_confirmed_at = now()');
    const signedIn = await one?.app.request('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'a good secret' }),
    });
    const { access_token: token } = ((await signedIn?.json()) ?? {}) as { access_token?: string };
    const user = await other?.app.request('/auth/v1/user', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await user?.json()).toMatchObject({ email: 'ada@example.com' });
  });

  it('count password guesses together', async () => {
    const statuses: (number | undefined)[] = [];
    for (let guess = 0; guess < 10; guess += 1) {
      const answer = await hosts[guess % 2]?.app.request('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'guessed@example.com', password: `guess ${guess}` }),
      });
      statuses.push(answer?.status);
    }
    expect(statuses).toEqual([...Array<number>(8).fill(400), 429, 429]);
  });
});

async function run(connectionString: string, sql: string) {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}
