import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '../backend/database/database.ts';
import { noteSchedule, noteSuccess } from '../backup/backup-state.ts';
import { clientAddress } from '../client-address.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import { startListeningHost } from '../testing/listening-host.ts';
import { openMetrics } from './metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

/** A line of the text format: name and labels, and the value. */
const valueOf = (text: string, series: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

describeEachDatabase('the metrics', (open) => {
  let database: Database;
  let host: Awaited<ReturnType<typeof startListeningHost>>;
  beforeAll(async () => {
    database = await open();
    host = await startListeningHost(database, { METRICS_PORT: '1' });
  });
  afterAll(() => host.stop());

  test('count requests by method, route and status, and name nothing that a client wrote', async () => {
    for (const path of ['/rest/v1/nothing_here', '/rest/v1/reviews?select=id', '/ada-stone']) {
      await (await fetch(`${host.origin}${path}`)).text();
    }
    await (await fetch(`${host.origin}/functions/v1/create-booking`, { method: 'POST' })).text();
    const { text = '' } = (await host.host.metrics?.scrape()) ?? {};
    const count = (labels: string) =>
      valueOf(text, `http_request_duration_seconds_count{${labels}}`);
    expect(count('method="GET",route="/rest/v1/:relation",status="404"')).toBe('1');
    expect(count('method="GET",route="/rest/v1/:relation",status="200"')).toBe('1');
    expect(text).toMatch(/route="\/functions\/v1\/create-booking",status="4\d\d"/);
    expect(text).not.toMatch(/nothing_here|ada-stone|reviews/);
  });

  test('tell how many emails wait, and for how long', async () => {
    await database.pool.query(
      `insert into public.mail_outbox (key, template_type, to_email, attempts, next_attempt_at, created_at) values
         ('stuck', 'receipt', 'ada@example.com', 3, now() + interval '1 hour', now() - interval '2 hours'),
         ('later', 'receipt', 'ada@example.com', 0, now() + interval '1 day', now() - interval '3 hours')`,
    );
    const { text } = await openMetrics(database, clientAddress).scrape();
    expect(valueOf(text, 'mail_outbox_waiting')).toBe('1');
    expect(Number(valueOf(text, 'mail_outbox_oldest_seconds'))).toBeCloseTo(7200, -2);
    expect(valueOf(text, 'database_up')).toBe('1');
    expect(valueOf(text, 'payment_findings_open')).toBe('0');
    expect(valueOf(text, 'waiting_too_long{kind="mail"}')).toBe('1');
    expect(valueOf(text, 'waiting_too_long{kind="text"}')).toBe('0');
    expect(valueOf(text, 'waiting_too_long{kind="code"}')).toBe('0');
  });

  test('tell at once that the database stopped, with no figure of before', async () => {
    let isThere = true;
    const metrics = openMetrics(database, clientAddress, {
      answers: () => Promise.resolve(isThere),
    });
    const before = (await metrics.scrape()).text;
    expect(valueOf(before, 'database_up')).toBe('1');
    expect(valueOf(before, 'payment_findings_open')).toBe('0');
    isThere = false;
    const { text } = await metrics.scrape();
    expect(valueOf(text, 'database_up')).toBe('0');
    expect(valueOf(text, 'payment_findings_open')).toBeUndefined();
    expect(text).not.toMatch(/^waiting_too_long\{/m);
  });

  test('tell a full disk although the database could not note it', async () => {
    const { text } = await openMetrics(database, clientAddress, {
      answers: () => Promise.resolve(false),
      isDiskStuck: () => Promise.resolve(true),
    }).scrape();
    expect(valueOf(text, 'database_up')).toBe('0');
    expect(valueOf(text, 'waiting_too_long{kind="disk"}')).toBe('1');
  });

  test('tell the moment of the newest backup while a schedule is set', async () => {
    const backedUp = async () => {
      const { text } = await openMetrics(database, clientAddress).scrape();
      return valueOf(text, 'backup_last_success_timestamp_seconds');
    };
    expect(await backedUp()).toBeUndefined();
    const madeAt = new Date('2027-01-12T08:30:00Z');
    await noteSchedule(database, true, madeAt);
    expect(await backedUp()).toBe('0');
    await noteSuccess(database, madeAt);
    expect(await backedUp()).toBe(String(madeAt.getTime() / 1000));
  });
});

test('an unavailable database leaves out its figures, and no others', async () => {
  const away = await openDatabase({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing' });
  const { text } = await openMetrics(away, clientAddress).scrape();
  expect(valueOf(text, 'database_up')).toBe('0');
  expect(valueOf(text, 'mail_outbox_waiting')).toBeUndefined();
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  await away.close();
});

test('a port in use is refused with one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const scrape = () => Promise.resolve({ type: 'text/plain', text: '' });
  await expect(serveMetrics({ host: '127.0.0.1', port }, { scrape })).rejects.toThrow(
    `METRICS_PORT ${port} is in use by another program`,
  );
  other.close();
});
