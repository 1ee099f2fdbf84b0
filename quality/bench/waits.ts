// How long a customer on a phone waits: applied 4G, processor slowed 4 times. [runs]
import { freePort, startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { launchChromium } from '../../e2e/fixtures/chromium.ts';
import type { Traffic } from '../../e2e/fixtures/traffic.ts';
import { median } from '../fixtures/median.ts';
import { record } from '../fixtures/record.ts';
import { startHttp2Proxy } from './fixtures/http2-proxy.ts';
import { openPhone, type Phone } from './fixtures/phone.ts';

const runs = Number(process.argv[2] ?? 5);

const packageButton = { css: 'button', text: 'Basic Wash' };
const chosen = { css: 'h2', text: 'Ready to Book?' };
const scheduleNow = { css: 'button', text: 'Schedule Now' };
// In a month that is full the next open day stands beside the calendar.
const openDay = {
  css: `[aria-busy="false"] [role="gridcell"] button:enabled:not([aria-disabled]), [aria-label="Available times"] button`,
};
const openTime = { css: '#content fieldset input[name="time"]' };

const serverPort = await freePort();
const proxy = await startHttp2Proxy({ serverPort: () => serverPort });
const folder = await temporaryFolder();
const server = await startServer({
  dataDir: folder.path,
  port: serverPort,
  env: { DEMO: '1', LOG_LEVEL: 'fatal' },
});
const browser = await launchChromium(`--ignore-certificate-errors-spki-list=${proxy.keyHash}`);
const lines = { 'HTTP/1.1': server.origin, 'HTTP/2': proxy.origin };
try {
  const rows = [];
  for (const [line, origin] of Object.entries(lines)) {
    const hasty: Hasty[] = [];
    const rested: Rested[] = [];
    for (let run = 0; run < runs; run += 1) {
      hasty.push(await visit((phone) => pressAtOnce(phone, origin)));
      rested.push(await visit((phone) => pressAfterRest(phone, origin)));
    }
    rows.push(...rowsOf(line, hasty, rested));
  }
  record({ name: 'waits', command: 'npm run bench waits', rows });
} finally {
  await browser.close();
  await server.stop();
  await Promise.all([proxy.close(), folder.remove()]);
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

function rowsOf(line: string, hasty: Hasty[], rested: Rested[]) {
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
