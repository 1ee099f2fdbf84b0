import { bookUpToPayment, deposit, payByCard } from './fixtures/booking-journey.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

// The test deletes the webhook and changes times in the database.
test('a payment settles when its webhook is lost and the browser is closed', async ({
  page,
  context,
  server,
  database,
  expectedErrors,
}) => {
  const email = 'lost-webhook@customer.example';
  await database?.query(`
    create function payments_sandbox.lose() returns trigger language plpgsql as $$
    begin
      if new.payload like '%"payment_intent.succeeded"%' then new.delivered_at := now(); end if;
      return new;
    end $$;
    create trigger lose before insert on payments_sandbox.events
      for each row execute function payments_sandbox.lose();`);
  try {
    await bookUpToPayment(page, { email });
    // The browser is closed before the confirmation page could check.
    const asked = page.waitForRequest('**/functions/v1/verify-payment');
    // Aborted, not delayed: a request still waiting when its page closes may be sent.
    expectedErrors.push(/ERR_FAILED/);
    await page.route('**/functions/v1/verify-payment', (route) => route.abort());
    await payByCard(page, deposit);
    await asked;
    const owner = await context.newPage();
    await page.close();

    const status = async () => {
      const [booking] = ((await database?.query(
        'select status from public.bookings where customer_email = $1',
        [email],
      )) ?? []) as { status: string }[];
      return booking?.status;
    };
    expect(await status()).toBe('pending_payment');
    await database?.query(
      `update public.payments set created_at = now() - interval '10 minutes'
       where booking_id = (select id from public.bookings where customer_email = $1)`,
      [email],
    );
    await expect.poll(status, { timeout: 20_000 }).toBe('deposit_paid');
    await receivedMail(server.origin, email, /confirmed|booked|appointment/i);

    await resume(owner, await signInByApi(server.origin));
    await owner.goto('/admin/payments');
    await expect(owner.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible();
  } finally {
    await database?.query('drop function payments_sandbox.lose() cascade');
  }
});
