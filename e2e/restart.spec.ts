import {
  createBooking,
  localDate,
  payBooking,
  readBooking,
  requestBooking,
  verifyPayment,
} from './fixtures/booking-api.ts';
import { startedFolder } from './fixtures/first-start.ts';
import { startServer } from './fixtures/server-process.ts';
import { databaseEnv, expect, test } from './fixtures/test.ts';

test.describe('A stopping server', { tag: '@embedded' }, () => {
  test(
    'answers open requests and exits with 0 on SIGTERM, and keeps its bookings over a restart',
    { tag: '@full' },
    async ({ ownDatabase: database }) => {
      const folder = await startedFolder();
      const env = { STOP_NOTICE_SECONDS: '2', ...databaseEnv(database) };
      const first = await startServer({ dataDir: folder.path, env });
      const bookingDate = localDate(60);
      const booking = await createBooking(first.origin, {
        bookingDate,
        email: 'restart@customer.example',
      });
      await payBooking(first.origin, booking);
      await verifyPayment(first.origin, booking.bookingId);
      const stopped = first.stop();
      const statusOf = async (path: string) => (await fetch(first.origin + path)).status;
      await expect.poll(() => statusOf('/readyz')).toBe(503);
      expect(await statusOf('/healthz'), 'a proxy may still send requests').toBe(200);
      expect(await stopped).toBe(0);

      const second = await startServer({ dataDir: folder.path, env });
      const [kept] = await readBooking(second.origin, booking.bookingId);
      expect(kept).toMatchObject({
        status: 'deposit_paid',
        deposit_paid: true,
        booking_date: bookingDate,
      });
      const again = await requestBooking(second.origin, {
        bookingDate,
        email: 'other@customer.example',
      });
      expect(again.status, 'the time is still taken').toBe(409);
      await second.stop();
      await folder.remove();
    },
  );

  test(
    'loses no acknowledged booking on kill -9',
    { tag: '@full' },
    async ({ ownDatabase: database }) => {
      test.slow();
      const folder = await startedFolder();
      // Forwarded addresses are trusted here, so that the limit of open holds does not end the test.
      const env = { TRUSTED_PROXIES: '1', ...databaseEnv(database) };
      const acknowledged: { bookingId: string; paid: boolean }[] = [];

      // `npm run test:chaos kills` does it a hundred times, with emails and a provider that keep running.
      const killed = await startServer({ dataDir: folder.path, env });
      const storm = stormOfBookings(killed.origin, acknowledged);
      await expect
        .poll(() => acknowledged.length, { intervals: [5], timeout: 30_000 })
        .toBeGreaterThan(6);
      await killed.kill();
      await storm;

      const server = await startServer({ dataDir: folder.path, env });
      for (const { bookingId, paid } of acknowledged) {
        const [kept] = await readBooking(server.origin, bookingId);
        expect(kept?.id).toBe(bookingId);
        if (paid) expect(kept?.status).toBe('deposit_paid');
      }
      await server.stop();
      await folder.remove();
    },
  );
});

/** Books and pays without a pause until the server is gone. */
async function stormOfBookings(
  origin: string,
  acknowledged: { bookingId: string; paid: boolean }[],
) {
  for (let count = 0; count < 26; count += 1) {
    try {
      const response = await requestBooking(
        origin,
        {
          bookingDate: localDate(5 + count),
          bookingTime: '12:00',
          email: `storm-${count}@customer.example`,
        },
        { 'x-forwarded-for': `192.0.2.${count + 1}` },
      );
      if (response.status !== 201) continue;
      const booking = (await response.json()) as Awaited<ReturnType<typeof createBooking>>;
      const entry = { bookingId: booking.bookingId, paid: false };
      acknowledged.push(entry);
      await payBooking(origin, booking);
      const { payment } = await verifyPayment(origin, booking.bookingId);
      entry.paid = payment === 'succeeded';
    } catch {
      return; // killed
    }
  }
}
