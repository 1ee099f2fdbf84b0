import fc from 'fast-check';
import { SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bookedMinutes,
  checkAddOns,
  sellAddOns,
  visibleAddOns,
} from '../domain/booking/add-ons.ts';
import { visibleServices } from '../domain/booking/catalogue.ts';
import type { AddOn, Business } from '../domain/business/business.ts';
import { defaultBusiness } from '../domain/business/default-business.ts';
import { bookingPaymentOptions, quote } from '../domain/money/pricing.ts';
import { anyCatalogue } from '../domain/testing/any-catalogue.ts';
import { defaultOpeningRules } from '../domain/time/opening-rules.ts';
import { checkStart } from '../domain/time/schedule.ts';
import { deliverMail } from '../supabase/functions/_shared/mail/deliver-mail.ts';
import type { MailMessage } from '../supabase/functions/_shared/mail/mail-message.ts';
import { offerFreedTimes } from '../supabase/functions/_shared/offers/offer-freed-times.ts';
import { callAs } from '../supabase/tests/rain.ts';
import { signUp, type Person } from '../supabase/tests/cast.ts';
import type { Database } from './backend/database/database.ts';
import { keysFrom } from './backend/keys.ts';
import { functionRoutes } from './functions.ts';
import { bookingRequest, customerInfo, hold, letHoldExpire } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type Answer, type FunctionHost } from './testing/function-host.ts';
import { verifyUserWith } from './verify-user.ts';

const addOn = (id: string, changes: Partial<AddOn> = {}): AddOn => ({
  id,
  name: `The ${id}`,
  description: '',
  priceCents: { sedan: 2000, suv: 3000 },
  minutes: 60,
  isVisible: true,
  ...changes,
});

const withAddOns: Business = {
  ...defaultBusiness,
  addOns: [
    addOn('wax'),
    addOn('pet-hair', { minutes: 0, priceCents: { sedan: 0, suv: 0 } }),
    addOn('hidden', { isVisible: false }),
    ...['one', 'two', 'three'].map((id) => addOn(id, { minutes: 240 })),
  ],
};

const subset = (addOns: readonly AddOn[], minLength = 0) =>
  fc.subarray(
    addOns.map(({ id }) => id),
    { minLength },
  );

/** Any sale of any catalogue, with add-ons that may be hidden, unknown or named twice. */
const soldCatalogues = anyCatalogue.filter(({ addOns }) => addOns.some((one) => one.isVisible));
const sales = soldCatalogues.chain((business) =>
  fc.record({
    business: fc.constant(business),
    service: fc.constantFrom(...visibleServices(business)),
    vehicleType: fc.constantFrom(...business.vehicleClasses.map(({ id }) => id)),
    ids: fc.oneof(
      { weight: 6, arbitrary: subset(visibleAddOns(business), 1) },
      { weight: 1, arbitrary: subset(business.addOns) },
      {
        weight: 1,
        arbitrary: fc.array(fc.constantFrom('add-on-0', 'add-on-1', 'polish'), { maxLength: 3 }),
      },
    ),
    paymentOption: fc.constantFrom(...bookingPaymentOptions),
    tipCents: fc.integer({ min: 0, max: 20_000 }),
  }),
);

describeEachDatabase('add-ons', (open) => {
  let database: Database;
  let host: FunctionHost;
  let token: string;
  let boss: Person;

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
    const keys = await keysFrom('a secret of at least thirty-two bytes for tests');
    host.deps.verifyUser = verifyUserWith(keys, database);
    const { id, person } = await signUp(database.pool, 'boss@example.com', { admin: true });
    boss = person;
    token = await new SignJWT({ sub: id, role: 'authenticated', aal: 'aal1' })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience('authenticated')
      .setExpirationTime('1h')
      .sign(keys.secret);
  });
  const publish = (business: Business) =>
    database.pool.query(
      `insert into public.business_versions (version, business)
       select max(version) + 1, $1 from public.business_versions`,
      [business],
    );
  beforeEach(async () => {
    await database.pool.query('delete from public.bookings');
    host.state.bookings = 0;
    await publish(withAddOns);
  });
  afterAll(() => database.close());

  const phoneRequest = (changes: object) => ({
    bookingId: randomUUID(),
    serviceId: 'premium-detailing',
    vehicleType: 'suv',
    ...host.freeMorning(),
    carModel: 'Honda CR-V',
    carYear: '2022',
    customerInfo,
    ...changes,
  });
  const takeByPhone = async (body: object): Promise<Answer> => {
    const response = await functionRoutes(host.deps).request('/take-phone-booking', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };

  async function stored(id: unknown) {
    const { rows } = await database.pool.query<Record<string, unknown>>(
      `select booking.price_cents, booking.tax_cents, booking.total_cents, booking.due_now_cents,
         booking.deposit_cents, booking.duration_minutes, booking.add_ons,
         (extract(epoch from upper(claim.during) - lower(claim.during)) / 60)::integer as held_minutes
       from public.bookings as booking
       join public.slot_claims as claim on claim.booking_id = booking.id
       where booking.id = $1`,
      [id],
    );
    return rows[0];
  }
  const idOf = ({ body }: { body: Record<string, unknown> }) => body['bookingId'];
  const codeOf = ({ body }: { body: Record<string, unknown> }) =>
    (body['error'] as { code: string } | undefined)?.code;

  it.each(fc.sample(sales, { numRuns: 30, seed: 15 }))(
    'of any catalogue are priced, timed and refused as the domain does (%#)',
    async ({ business, service, vehicleType, ids, paymentOption, tipCents: tip }) => {
      await publish(business);
      const { bookingDate, bookingTime } = host.freeMorning();
      const isByPhone = paymentOption === 'pay_later';
      const tipCents = isByPhone ? 0 : tip;
      const choice = {
        serviceId: service.id,
        vehicleType,
        addOns: ids,
        bookingDate,
        bookingTime,
      };
      const answer = isByPhone
        ? await takeByPhone(phoneRequest(choice))
        : await host.call(
            'create-booking',
            bookingRequest(host, { ...choice, paymentOption, tipAmount: tipCents }),
          );
      const checked = checkAddOns(business, service, ids);
      if (!checked.ok) {
        expect(codeOf(answer)).toBe(checked.code);
        return;
      }
      const { addOns } = checked;
      const durationMinutes = bookedMinutes(service, addOns);
      const start = checkStart({
        rules: defaultOpeningRules,
        kind: 'booking',
        date: bookingDate,
        time: bookingTime,
        durationMinutes,
        now: Date.now(),
      });
      if (!start.ok) {
        expect(codeOf(answer)).toBe('time_not_offered');
        return;
      }
      const price = quote(business, { service, vehicleType, addOns, tipCents, paymentOption });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      expect(await stored(idOf(answer))).toEqual({
        price_cents: price.priceCents,
        tax_cents: price.taxCents,
        total_cents: price.totalCents,
        due_now_cents: price.dueNowCents,
        deposit_cents: price.depositCents,
        duration_minutes: durationMinutes,
        held_minutes: durationMinutes,
        add_ons: addOns.length > 0 ? sellAddOns(addOns, vehicleType) : null,
      });
    },
  );

  it.each<[string, readonly string[], string]>([
    ['unknown', ['polish'], 'add_on_unavailable'],
    ['hidden', ['wax', 'hidden'], 'add_on_unavailable'],
    ['named twice', ['wax', 'wax'], 'add_on_unavailable'],
    ['too long together', ['one', 'two', 'three'], 'visit_too_long'],
  ])('that are %s are refused everywhere', async (_how, addOns, code) => {
    const online = await host.call('create-booking', bookingRequest(host, { addOns }));
    const waiting = await host.call('join-waiting-list', {
      ...bookingRequest(host, { addOns }),
      date: host.freeMorning().bookingDate,
      name: 'Wren',
      email: 'wren@example.com',
      phone: '905 555 0142',
    });
    for (const answer of [online, waiting, await takeByPhone(phoneRequest({ addOns }))]) {
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        error: { code, message: expect.stringMatching(/^[A-Z].*\.$/) as string },
      });
    }
  });

  it('take the time behind the service', async () => {
    const { date } = await hold(host, { addOns: ['wax'] });
    const noon = { bookingDate: date, bookingTime: '12:00' };
    const refused = await host.call('create-booking', bookingRequest(host, noon));
    expect(codeOf(refused)).toBe('slot_taken');
    const phoned = await takeByPhone(phoneRequest(noon));
    expect(codeOf(phoned)).toBe('slot_taken');
    await hold(host, { bookingDate: date, bookingTime: '15:00' });
  });

  it('cost and last what the server says, whatever the browser says', async () => {
    const sold = [{ id: 'wax', name: 'The wax', priceCents: 3000, minutes: 60 }];
    const lies = { addOns: ['wax'], price: 1, duration_minutes: 15, add_ons: [] };
    const answer = await host.call('create-booking', bookingRequest(host, lies));
    expect(answer.body['checkout']).toMatchObject({ price: 14999, addOns: sold });
    expect(await stored(idOf(answer))).toMatchObject({
      price_cents: 14999,
      duration_minutes: 240,
      held_minutes: 240,
      add_ons: sold,
    });
    const named = bookingRequest(host, { addOns: [{ id: 'wax', priceCents: 1 }] });
    expect(codeOf(await host.call('create-booking', named))).toBe('invalid_input');
  });

  it('stay as sold when the owner changes or removes them', async () => {
    const answer = await host.call('create-booking', bookingRequest(host, { addOns: ['wax'] }));
    const before = await stored(idOf(answer));
    await publish({ ...withAddOns, addOns: [addOn('wax', { minutes: 5, name: 'Other' })] });
    await publish(defaultBusiness);
    expect(await stored(idOf(answer))).toEqual(before);
    const extended = await host.call('extend-hold', { bookingId: idOf(answer) });
    expect(extended.status).toBe(200);
    expect(await stored(idOf(answer))).toEqual(before);
  });

  it('are part of a phone booking that is sent again', async () => {
    const body = phoneRequest({ addOns: ['wax'] });
    expect((await takeByPhone(body)).status).toBe(201);
    await publish({ ...withAddOns, addOns: [addOn('wax', { priceCents: { sedan: 1, suv: 1 } })] });
    expect((await takeByPhone(body)).status).toBe(201);
    expect(codeOf(await takeByPhone({ ...body, addOns: [] }))).toBe('already_booked_otherwise');
  });

  it('are in the calendar, the files and the receipt of the owner', async () => {
    const body = phoneRequest({ addOns: ['wax'] });
    await takeByPhone(body);
    const plain = phoneRequest({});
    await takeByPhone(plain);
    const days = [body.bookingDate, plain.bookingDate];
    const { rows } = await callAs<{ rows: unknown[] }>(
      database.pool,
      boss,
      'export_bookings',
      ...days,
    );
    expect(rows).toMatchObject([{ add_ons: [{ name: 'The wax' }] }, { add_ons: null }]);
    const calendar = await callAs<{ bookings: unknown[] }>(
      database.pool,
      boss,
      'calendar_range',
      ...days,
    );
    expect(calendar.bookings).toMatchObject([
      { duration_minutes: 240, add_ons: [{ id: 'wax' }] },
      { duration_minutes: 180, add_ons: null },
    ]);
    const receipt = await callAs(database.pool, boss, 'booking_receipt', body.bookingId);
    expect(receipt).toMatchObject({ booking: { price_cents: 14999, add_ons: [{ id: 'wax' }] } });
  });

  describe('of a customer on the waiting list', () => {
    it('lengthen the time that is offered, and are told in its email', async () => {
      const sent: MailMessage[] = [];
      const first = await hold(host, { addOns: ['wax'] });
      await hold(host, { bookingDate: first.date, bookingTime: '15:00' });
      await host.call('join-waiting-list', {
        serviceId: 'premium-detailing',
        vehicleType: 'suv',
        addOns: ['wax'],
        date: first.date,
        name: 'Wren',
        email: 'wren@example.com',
        phone: '905 555 0142',
      });
      await letHoldExpire(host, first);
      expect(await offerFreedTimes(host.deps)).toBe(1);
      const { rows } = await database.pool.query<{ minutes: number; token: string }>(
        `select offer.duration_minutes as minutes, right(mail.data -> 'offer' ->> 'path', 64) as token
         from public.offered_times as offer
         join public.mail_outbox as mail on mail.key = 'waiting_list_offer:' || offer.id
         where offer.closed_at is null`,
      );
      expect(rows).toMatchObject([{ minutes: 240 }]);
      const offer = await database.pool.query<{ told: unknown }>(
        'select public.waiting_offer($1) as told',
        [rows[0]?.token],
      );
      expect(offer.rows[0]?.told).toMatchObject({ add_ons: [{ id: 'wax' }] });
      await deliverMail({
        ...host.deps,
        transport: { send: (mail) => Promise.resolve(void sent.push(mail)) },
      });
      expect(sent.map(({ text }) => text).join()).toContain('Premium Detailing with The wax');
      const request = bookingRequest(host, {
        addOns: ['wax'],
        bookingDate: first.date,
        offerToken: rows[0]?.token,
      });
      expect((await host.call('create-booking', request)).status).toBe(201);
    });
  });
});
