// What one process holds beside requests: emails an hour, photos a minute, live streams. [emails [photos [streams]]]
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { answered, createBooking, freeDay, newVisitor } from '../../e2e/fixtures/booking-api.ts';
import { startMailCatcher } from '../../e2e/fixtures/mail-catcher.ts';
import { createDatabase } from '../../e2e/fixtures/postgres.ts';
import { signInByApi } from '../../e2e/fixtures/session.ts';
import { startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { record } from '../fixtures/record.ts';

const [emails = 1500, photos = 20, streams = 1900] = process.argv.slice(2).map(Number);
const megapixels = { width: 4000, height: 3000 };

const database = await createDatabase();
const folder = await temporaryFolder();
const mail = await startMailCatcher();
const server = await startServer({
  dataDir: folder.path,
  env: {
    DATABASE_URL: database.url,
    SMTP_URL: mail.url,
    PUBLIC_URL: 'https://wash.example',
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'fatal',
  },
});
try {
  record({
    name: 'capacity',
    command: 'npm run bench capacity',
    facts: `One process with PostgreSQL and everything that measures it on the same machine. ${emails} emails to a mail server on loopback, ${photos} photos of 12 megapixels one after another, ${streams} open live streams.`,
    rows: [
      ...(await liveStreams()),
      { what: 'emails an hour', measured: await emailsAnHour() },
      { what: 'photos a minute', measured: await photosAMinute() },
    ],
  });
} finally {
  await server.stop();
  await mail.stop();
  await database.drop();
  await folder.remove();
}

async function emailsAnHour() {
  const before = mail.mails.length;
  await database.query(
    `select public.enqueue_mail('load:' || n, 'template_test', 'reader-' || n || '@customer.example', null,
       jsonb_build_object('template_type', 'booking_confirmation', 'subject', 'Mail ' || n, 'content', '<p>Hello</p>'))
     from generate_series(1, $1::int) as n`,
    [emails],
  );
  const began = performance.now();
  while (mail.mails.length - before < emails) await pause(20);
  return Math.round((emails / (performance.now() - began)) * 3_600_000);
}

async function photosAMinute() {
  const { access_token } = await signInByApi(server.origin);
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const photo = await sharp({ create: { ...megapixels, channels: 3, background: '#246', noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
  const began = performance.now();
  for (let n = 0; n < photos; n++) {
    const answer = await fetch(`${server.origin}/storage/v1/object/gallery/load-${n}.jpg`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${access_token}` },
      body: new Uint8Array(photo),
    });
    await answered(answer);
  }
  return Math.round((photos / (performance.now() - began)) * 60_000);
}

async function liveStreams() {
  const before = memory();
  const told: number[] = [];
  const open: IncomingMessage[] = [];
  for (let n = 0; n < streams; n++) {
    const stream = await openStream();
    stream.on('data', (chunk: Buffer) => {
      if (chunk.includes('data:')) told.push(performance.now());
    });
    stream.on('error', () => undefined);
    open.push(stream);
  }
  await pause(2_000);
  const after = memory();
  told.length = 0;
  const began = performance.now();
  // It takes a time, which every visitor is told.
  await createBooking(server.origin, { bookingDate: freeDay(), email: 'robin@customer.example' });
  const booked = performance.now();
  while (told.length < streams && performance.now() - began < 10_000) await pause(10);
  for (const stream of open) stream.destroy();
  return [
    { what: `of ${streams} live streams, told of a booking`, measured: told.length },
    {
      what: 'the last one told, after the answer to the booking',
      measured: `${Math.max(0, Math.round(Math.max(...told) - booked))} ms`,
    },
    {
      what: 'memory before and with the streams',
      measured: `${before} MB, ${after} MB`,
    },
  ];
}

async function openStream(): Promise<IncomingMessage> {
  const request = get(`${server.origin}/live/v1/changes`, {
    headers: newVisitor(),
    agent: false,
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`A stream answered ${answer.statusCode}`);
  return answer;
}

/** The process's resident memory in MB. */
function memory(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
