// How long a customer on a phone waits: applied 4G, processor slowed 4 times. [runs] [folder of another build]
import { createHash, createPublicKey } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { launchChromium } from '../../e2e/fixtures/chromium.ts';
import type { Traffic } from '../../e2e/fixtures/traffic.ts';
import { newKey, selfSigned } from '../../server/testing/certificate.ts';
import { median } from '../fixtures/median.ts';
import { record } from '../fixtures/record.ts';
import { openPhone, type Phone } from './fixtures/phone.ts';

const runs = Number(process.argv[2] ?? 5);
const folder = process.argv[3];

const packageButton = { css: 'button', text: 'Basic Wash' };
const chosen = { css: 'h2', text: 'Ready to Book?' };
const scheduleNow = { css: 'button', text: 'Schedule Now' };
// In a month that is full the next open day stands beside the calendar.
const openDay = {
  css: `[aria-busy="false"] [role="gridcell"] button:enabled:not([aria-disabled]), [aria-label="Available times"] button`,
};
const openTime = { css: '#content fieldset input[name="time"]' };

const key = newKey();
const browser = await launchChromium(trust(key));
try {
  const rows = [];
  for (const line of ['HTTP/1.1', 'HTTP/2'] as const) rows.push(...(await rowsOf(line)));
  record({ name: 'waits', command: 'npm run bench waits', rows });
} finally {
  await browser.close();
}

async function rowsOf(line: 'HTTP/1.1' | 'HTTP/2') {
  const data = await temporaryFolder();
  const env = { DEMO: '1', LOG_LEVEL: 'fatal', ...(line === 'HTTP/2' && (await tls(data.path))) };
  const server = await startServer({ dataDir: data.path, env, folder });
  try {
    const hasty: Hasty[] = [];
    const rested: Rested[] = [];
    for (let run = 0; run < runs; run += 1) {
      hasty.push(await visit((phone) => pressAtOnce(phone, server.origin)));
      rested.push(await visit((phone) => pressAfterRest(phone, server.origin)));
    }
    return table(line, hasty, rested);
  } finally {
    await server.stop();
    await data.remove();
  }
}

async function tls(place: string) {
  const [TLS_CERT, TLS_KEY] = [join(place, 'cert.pem'), join(place, 'key.pem')];
  await writeFile(TLS_CERT, selfSigned(key));
  await writeFile(TLS_KEY, key);
  return { TLS_CERT, TLS_KEY };
}

/** A certificate that the browser trusts for this run: without one it caches nothing. */
function trust(ownKey: string): string {
  const spki = createPublicKey(ownKey).export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(spki).digest('base64');
  return `--ignore-certificate-errors-spki-list=${hash}`;
}

type Hasty = Awaited<ReturnType<typeof pressAtOnce>>;
type Rested = Awaited<ReturnType<typeof pressAfterRest>>;

async function visit<Found>(doIt: (phone: Phone) => Promise<Found>): Promise<Found> {
  const phone = await openPhone(browser);
  try {
    return await doIt(phone);
  } finally {
    await phone.close();
  }
}

/** From the address to open times, with each press as early as it can be made. */
async function pressAtOnce({ page, press, shown }: Phone, origin: string) {
  await page.goto(origin, { waitUntil: 'commit' });
  await press(packageButton);
  const reactedMs = await shown(chosen);
  await press(scheduleNow);
  await press(openDay);
  return { reactedMs, timesMs: await shown(openTime) };
}

/** The page at rest; then a package, three seconds, and on to the schedule. */
async function pressAfterRest(phone: Phone, origin: string) {
  await phone.page.goto(origin, { waitUntil: 'commit' });
  await phone.quiet();
  const home = phone.traffic();
  phone.countAnew();
  await phone.press(packageButton);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const prefetched = phone.traffic();
  await phone.press(scheduleNow);
  const daysMs = await phone.shownAfterPress(openDay);
  await phone.quiet();
  return { home, daysMs, prefetched, together: phone.traffic() };
}

function table(line: string, hasty: Hasty[], rested: Rested[]) {
  const figures = (traffics: Traffic[]) => ({
    requests: median(traffics.map(({ requests }) => requests)),
    kB: Math.round(median(traffics.map(({ kB }) => kB))),
  });
  const seconds = (times: number[]) => ({ seconds: (median(times) / 1000).toFixed(2) });
  const what = { line };
  return [
    {
      ...what,
      wait: '/ until open times, pressed at once',
      ...seconds(hasty.map((one) => one.timesMs)),
    },
    {
      ...what,
      wait: '/ until it reacts to a package',
      ...seconds(hasty.map((one) => one.reactedMs)),
    },
    {
      ...what,
      wait: '“Schedule Now” until open days, after 3 s with a package',
      ...seconds(rested.map((one) => one.daysMs)),
      ...figures(rested.map((one) => one.together)),
    },
    {
      ...what,
      wait: '… of these before the press',
      ...figures(rested.map((one) => one.prefetched)),
    },
    {
      ...what,
      wait: '/ until the network is quiet',
      ...figures(rested.map((one) => one.home)),
    },
  ];
}
