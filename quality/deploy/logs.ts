// a whole run at LOG_LEVEL=trace leaves no name, address, number, token or booking id in the log
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { linkIn, spendLink } from '../../e2e/fixtures/accounts.ts';
import { answered, localDate, post } from '../../e2e/fixtures/booking-api.ts';
import { startMailCatcher } from '../../e2e/fixtures/mail-catcher.ts';
import { createDatabase } from '../../e2e/fixtures/postgres.ts';
import { freePort, startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { signInByApi } from '../../e2e/fixtures/session.ts';
import { check } from './fixtures/checks.ts';

/** Every value that must stay out of the log, by what it is. Each occurs nowhere else. */
const secrets = new Map<string, string>();
function secret(what: string, value: string): string {
  secrets.set(what, value);
  return value;
}

const adaEmail = secret('account email', 'ada.lovelock@customer.example');
const guestEmail = secret('guest email', 'gus.quimby@guest.example');
const lostEmail = secret('refused email', 'nobody.zander@lost.example');
const typedEmail = secret('mistyped email', 'typed.wrongly@nowhere.example');
const password = secret('password', 'walnut-ferry-otter-93');
const wrongPassword = secret('wrong password', 'mallard-canoe-birch-17');
const newPassword = secret('new password', 'thistle-anvil-comet-55');
const customer = {
  name: secret('name', 'Gus Quimby-Vantongeren'),
  phone: secret('phone', '647 555 0187'),
  address: secret('address', '4471 Zinnia Crossing'),
  city: 'Caledon',
  province: 'ON',
  postalCode: secret('postal code', 'L7E 9X4'),
  locationType: 'mobile',
};
secret('phone in digits', '6475550187');
const card = {
  number: secret('card number', '4242424242424242'),
  month: 12,
  year: 2040,
  securityCode: '937',
};
const message = secret('message', 'My driveway is behind the quarry.');
const administratorPassword = secret('administrator password', 'a password for tests');

const mailServer = await startMailCatcher({
  // As mail servers do, with the address in their words.
  onRcptTo: ({ address }, _, done) =>
    done(
      address === lostEmail
        ? Object.assign(new Error(`<${address}>: no mailbox of ${customer.name}`), {
            responseCode: 550,
          })
        : null,
    ),
});
const database = await createDatabase();
const folder = await temporaryFolder();
const server = await startServer({
  dataDir: join(folder.path, 'server'),
  env: {
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
    LOG_LEVEL: 'trace',
    ACCESS_LOG: '1',
    TRUSTED_PROXIES: '1',
    METRICS_PORT: String(await freePort()),
    ADMIN_PASSWORD: administratorPassword,
  },
});
const { origin } = server;
let visitor = 0;
/** Limits count by address, which the log may have. */
const call = (path: string, body: unknown, headers: Record<string, string> = {}) => {
  visitor += 1;
  return post(origin, path, body, { 'x-forwarded-for': `198.51.100.${visitor % 250}`, ...headers });
};
const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, { headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const fn = (name: string) => `/functions/v1/${name}`;

try {
  await check('an account signs up, signs in, and is let back in', playAccount);
  await check('a guest and an account book, pay and cancel, with a refund', playBookings);
  await check('inquiries and reviews arrive, and a mail server refuses a reader', playMessages);
  await check('bad input of all kinds is refused', playBadInput);
  await check('statements fail in the database with the values of rows', playFailures);
  await check("the owner erases a customer's data", playErasure);
} finally {
  await server.stop();
  await database.drop();
  await mailServer.stop();
  await folder.remove();
}
const log = server.output();
await check('the log has lines of each kind', () => {
  for (const line of [
    'A request was answered',
    'A request was refused',
    'An account was used',
    'A background job ran',
    '"level":50',
    'An email could not be sent',
  ]) {
    if (!log.includes(line)) throw new Error(`No line has ${line}`);
  }
});
await check(`none of ${secrets.size} values is in the log`, () => {
  const lines = log.split('\n');
  const found = [...secrets].flatMap(([what, value]) => {
    const spellings = [value, encodeURIComponent(value), value.replaceAll(' ', '+')];
    const line = lines.find((one) =>
      spellings.some((text) => one.toLowerCase().includes(text.toLowerCase())),
    );
    return line === undefined ? [] : [`${what}: ${line.slice(0, 600)}`];
  });
  if (found.length > 0) throw new Error(found.join('\n'));
});

async function mailTo(address: string, subject: RegExp) {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    const found = mailServer.mails.findLast(
      (mail) => mail.to?.some((to) => to.address === address) && subject.test(mail.subject ?? ''),
    );
    if (found?.html) return found.html;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`No such email: ${String(subject)}`);
}

async function playAccount() {
  await answered(
    await call('/auth/v1/signup', { email: adaEmail, password, data: { name: customer.name } }),
  );
  const link = linkIn(await mailTo(adaEmail, /confirm/i));
  secret('token of a link', new URL(link).searchParams.get('token_hash') ?? '');
  await (
    await read(`/auth/v1/verify?token=${secrets.get('token of a link') ?? ''}x&type=signup`)
  ).text();
  await (await fetch(link)).text();
  await spendLink(link, password);
  await call('/auth/v1/token?grant_type=password', { email: adaEmail, password: wrongPassword });
  await call('/auth/v1/token?grant_type=password', { email: typedEmail, password });
  const signIn = await signInByApi(origin, { email: adaEmail, password });
  secret('access token', signIn.access_token);
  secret('refresh token', signIn.refresh_token);
  await call('/auth/v1/recover', { email: adaEmail });
  const back = linkIn(await mailTo(adaEmail, /password|sign|log/i));
  secret('token of recovery', new URL(back).searchParams.get('token_hash') ?? '');
  await fetch(`${origin}/auth/v1/user`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...bearer(signIn.access_token) },
    body: JSON.stringify({ password: newPassword, email: typedEmail }),
  });
  await call('/auth/v1/otp', { email: lostEmail, create_user: true });
}

type Booked = { bookingId: string; checkout: { amountDueNow: number } };

async function book(
  what: string,
  email: string,
  days: number,
  headers: Record<string, string> = {},
) {
  const answer = await call(
    fn('create-booking'),
    {
      serviceId: 'basic-wash',
      vehicleType: 'sedan',
      bookingDate: localDate(days),
      bookingTime: '09:00',
      paymentOption: 'pay_full_online',
      tipAmount: 0,
      carModel: 'Honda Civic',
      carYear: 2019,
      customerInfo: { ...customer, email },
    },
    headers,
  );
  const booked = await answered<Booked>(answer);
  secret(`booking id of ${what}`, booked.bookingId);
  const intent = await answered<{ clientSecret: string; paymentIntentId: string }>(
    await call(fn('create-payment-intent'), {
      bookingId: booked.bookingId,
      amountToCharge: booked.checkout.amountDueNow,
      customerInfo: { ...customer, email },
    }),
  );
  secret(`payment's secret of ${what}`, intent.clientSecret);
  const pay = (number: string) =>
    call(`/payments-sandbox/intents/${intent.paymentIntentId}/confirm`, {
      clientSecret: intent.clientSecret,
      card: { ...card, number },
    });
  await pay(secret('declined card', '4000000000000002'));
  await answered(await pay(card.number));
  await answered(await call(fn('verify-payment'), { bookingId: booked.bookingId }));
  return booked.bookingId;
}

async function playBookings() {
  const guest = await book('the guest', guestEmail, 40);
  await book('the reader without a mailbox', lostEmail, 41);
  await book('the account', adaEmail, 42, bearer(secrets.get('access token') ?? ''));
  await answered(
    await read(`/rest/v1/bookings?id=eq.${guest}&select=id`, { 'x-booking-id': guest }),
  );
  await (await read(`/rest/v1/bookings/${guest}`)).text();
  await (await read(`/booking/${guest}?email=${encodeURIComponent(guestEmail)}`)).text();
  await call('/rest/v1/rpc/booking_details', {
    target_booking_id: guest,
    target_email: guestEmail,
  });
  await answered(await call(fn('cancel-booking'), { bookingId: guest, email: guestEmail }));
  await mailTo(guestEmail, /cancel/i);
}

async function playMessages() {
  const guest = secrets.get('booking id of the guest');
  const inquiry = {
    name: customer.name,
    email: guestEmail,
    subject: message,
    message,
    booking_id: guest,
  };
  arrived(await call('/rest/v1/inquiries', inquiry));
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
  const name = secret("photo's name", 'quimby-driveway.png');
  for (const [body, status] of [
    [photo, 200],
    [Buffer.from(message), 400],
  ] as const) {
    const answer = await fetch(`${origin}/storage/v1/object/reviews/public/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'image/png', 'x-forwarded-for': '198.51.100.251' },
      body: new Uint8Array(body),
    });
    if (answer.status !== status) throw new Error(`An upload answered ${answer.status}`);
  }
  await (await read(`/storage/v1/object/public/reviews/public/${name}`)).text();
  const review = { customer_name: customer.name, rating: 5, comment: message };
  arrived(await call('/rest/v1/reviews', review));
}

function arrived({ status, url }: Response) {
  if (status !== 201) throw new Error(`${url} answered ${status}`);
}

async function playBadInput() {
  const everything = { ...customer, email: typedEmail, message, password, card };
  const paths = [
    ...[
      'create-booking',
      'create-payment-intent',
      'verify-payment',
      'cancel-booking',
      'extend-hold',
    ],
    ...[
      'join-waiting-list',
      'unsubscribe',
      'stripe-webhook',
      'calendar-feed',
      'mend-payment',
      'nothing',
    ],
  ].map(fn);
  paths.push(
    '/rest/v1/bookings',
    '/rest/v1/inquiries',
    '/rest/v1/reviews',
    '/rest/v1/rpc/booking_details',
  );
  paths.push(
    '/auth/v1/token?grant_type=password',
    '/auth/v1/signup',
    '/auth/v1/verify',
    '/auth/v1/otp',
  );
  for (const path of paths) {
    for (const body of [
      everything,
      [everything],
      typedEmail,
      { bookingId: guestEmail, customerInfo: everything },
    ]) {
      await (await call(path, body)).text();
    }
    const query = `${path.includes('?') ? '&' : '?'}email=${encodeURIComponent(typedEmail)}&token=${password}`;
    await (await call(path + query, everything, bearer(password))).text();
    await (await call(path, everything, { 'stripe-signature': password, apikey: password })).text();
    await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"email":"${typedEmail}","name":"${customer.name}`,
    });
    await leaveEarly(path, `{"email":"${typedEmail}"`);
  }
  for (const path of [
    `/rest/v1/bookings?id=eq.${typedEmail}`,
    `/rest/v1/bookings?customer_email=eq.${typedEmail}&select=id`,
    `/rest/v1/reviews?rating=eq.${encodeURIComponent(customer.name)}`,
    `/rest/v1/${encodeURIComponent(customer.name)}`,
    `/rest/v1/rpc/${encodeURIComponent(typedEmail)}`,
    `/storage/v1/object/public/reviews/${encodeURIComponent(typedEmail)}/${secrets.get('booking id of the guest') ?? ''}`,
    `/functions/v1/${encodeURIComponent(typedEmail)}`,
    `/auth/v1/${encodeURIComponent(typedEmail)}`,
    `/live/v1/changes?topics=${typedEmail}`,
    `/${encodeURIComponent(customer.address)}?password=${password}`,
  ]) {
    const answer = await read(path, {
      'x-booking-id': typedEmail,
      'x-request-id': `${customer.name}\n`.trim(),
    });
    await answer.body?.cancel();
  }
}

async function leaveEarly(path: string, part: string) {
  const line = connect(Number(new URL(origin).port), '127.0.0.1');
  line.on('error', () => undefined);
  const closed = once(line, 'close');
  line.end(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n${part}`,
  );
  line.resume();
  await closed;
}

/** As a fault of a migration would: the row's values are in the error's detail and context. */
async function playFailures() {
  await database.query(
    `alter table public.bookings add constraint broken check (car_model <> 'Broken') not valid;
     alter table public.waiting_list add constraint broken_too check (false) not valid;
     alter table public.inquiries add constraint broken_three check (false) not valid`,
  );
  const body = {
    serviceId: 'basic-wash',
    vehicleType: 'sedan',
    bookingDate: localDate(50),
    bookingTime: '09:00',
    paymentOption: 'pay_deposit',
    tipAmount: 0,
    carModel: 'Broken',
    carYear: 2019,
    customerInfo: { ...customer, email: guestEmail },
  };
  const failed = await call(fn('create-booking'), body);
  if (failed.status !== 500) throw new Error(`A broken booking answered ${failed.status}`);
  const inquiry = { name: customer.name, email: guestEmail, subject: message, message };
  const refused = await call('/rest/v1/inquiries', inquiry);
  if (refused.status !== 400) throw new Error(`A broken inquiry answered ${refused.status}`);
}

async function playErasure() {
  const owner = await signInByApi(origin, {
    email: 'info@lustre.example',
    password: administratorPassword,
  });
  secret("owner's token", owner.access_token);
  const answer = await call(
    '/rest/v1/rpc/erase_customer',
    { target_email: guestEmail, other_accounts: [] },
    bearer(owner.access_token),
  );
  if (!answer.ok) throw new Error(`Erasing answered ${answer.status}: ${await answer.text()}`);
}
