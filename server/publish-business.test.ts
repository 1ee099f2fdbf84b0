import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Business } from '../domain/business/business.ts';
import { defaultBusiness } from '../domain/business/default-business.ts';
import { ask, signUp, type Person } from '../supabase/tests/cast.ts';
import type { Database } from './backend/database/database.ts';
import { keysFrom } from './backend/keys.ts';
import { functionRoutes } from './functions.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';
import { verifyUserWith } from './verify-user.ts';

type Answer = { version?: number; error?: { code: string; fields?: Record<string, string> } };

const withFacts = (facts: Partial<Business['facts']>): Business => ({
  ...defaultBusiness,
  facts: { ...defaultBusiness.facts, ...facts },
});

describeEachDatabase('publish-business', (open) => {
  let database: Database;
  let host: FunctionHost;
  let owner: { id: string; person: Person };
  let sign: (secondsAgo: number) => Promise<string>;

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
    const keys = await keysFrom('a secret of at least thirty-two bytes for tests');
    host.deps.verifyUser = verifyUserWith(keys, database);
    owner = await signUp(database.pool, 'boss@example.com', { admin: true });
    sign = (secondsAgo) =>
      new SignJWT({
        role: 'authenticated',
        aal: 'aal1',
        amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) - secondsAgo }],
      })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(owner.id)
        .setAudience('authenticated')
        .setExpirationTime('1h')
        .sign(keys.secret);
  });
  beforeEach(() =>
    database.pool.query(`
      delete from public.business_versions where version > 1;
      update public.business_draft set business = null, revision = 0`),
  );
  afterAll(() => database.close());

  async function publish(body: object, { secondsAgo = 10 } = {}) {
    const response = await functionRoutes(host.deps).request('/publish-business', {
      method: 'POST',
      headers: { authorization: `Bearer ${await sign(secondsAgo)}` },
      body: JSON.stringify(body),
    });
    const { version, error } = (await response.json()) as Answer;
    return { status: response.status, version, code: error?.code, fields: error?.fields };
  }

  async function rpc(call: string, values: unknown[] = []) {
    const { rows } = await ask(
      database.pool,
      owner.person,
      `select public.${call} as answer`,
      values,
    );
    return rows[0]?.['answer'];
  }
  const save = (draft: unknown, revision = 0) =>
    rpc('save_business_draft($1, $2)', [JSON.stringify(draft), revision]);
  const published = async () =>
    ((await rpc('published_business()')) as { business: Business }).business;
  const history = () => rpc('business_history()');

  test('publishes the draft as it was saved, and names its changes in the history', async () => {
    const wanted = withFacts({ name: 'Shine' });
    await save(wanted);
    expect(await publish({ revision: 1 })).toMatchObject({ status: 200, version: 2 });
    expect(await published()).toEqual(wanted);
    expect(await history()).toMatchObject([
      {
        version: 2,
        publishedBy: 'boss@example.com',
        changes: ['Business name: Lustre Mobile Detailing → Shine'],
      },
      { version: 1 },
    ]);
  });

  test('shows everybody no hidden service, no hidden add-on and no secret coupon', async () => {
    const [basic, ...services] = defaultBusiness.services;
    const [advertised] = defaultBusiness.coupons;
    if (!basic || !advertised) throw new Error('The default business lost its entries');
    const addOn = { description: '', priceCents: { sedan: 1, suv: 1 }, minutes: 0 };
    await save({
      ...defaultBusiness,
      services: [{ ...basic, isVisible: false }, ...services],
      addOns: [
        { ...addOn, id: 'hidden', name: 'Polish', isVisible: false },
        { ...addOn, id: 'shown', name: 'Wax', isVisible: true },
      ],
      coupons: [advertised, { ...advertised, code: 'SECRET', isAdvertised: false }],
    });
    expect(await publish({ revision: 1 })).toMatchObject({ status: 200 });
    expect(await published()).toEqual({
      ...defaultBusiness,
      services,
      addOns: [{ ...addOn, id: 'shown', name: 'Wax', isVisible: true }],
    });
  });

  test('keeps published fields that the page or this server does not know, and takes none from a draft', async () => {
    await database.pool.query(
      `update public.business_versions
       set business = business || '{"travel": {"fee": 5}}'
         || jsonb_build_object('facts', business -> 'facts' || '{"pet": "dog"}') where version = 1`,
    );
    const { tax: _, ...older } = withFacts({ name: 'Shine' });
    await save({ ...older, junk: 'x' });
    expect(await publish({ revision: 1 })).toMatchObject({ status: 200, version: 2 });
    const kept = { ...withFacts({ name: 'Shine', ...{ pet: 'dog' } }), travel: { fee: 5 } };
    expect(await published()).toEqual(kept);
    expect(await publish({ revision: 2, version: 1 })).toMatchObject({ status: 200 });
    expect(await published()).toMatchObject({ travel: { fee: 5 }, facts: { pet: 'dog' } });
    await database.pool.query('delete from public.business_versions where version > 1');
    await database.pool.query('update public.business_versions set business = $1', [
      JSON.stringify(defaultBusiness),
    ]);
  });

  test('restores an earlier version as a new one', async () => {
    await save(withFacts({ name: 'Shine' }));
    await publish({ revision: 1 });
    expect(await publish({ revision: 2, version: 1 })).toMatchObject({ status: 200, version: 3 });
    expect(await published()).toEqual(defaultBusiness);
    expect(await history()).toMatchObject([
      { version: 3, restored: 1, changes: ['Business name: Shine → Lustre Mobile Detailing'] },
      { version: 2, restored: null },
      { version: 1 },
    ]);
  });

  test('refuses a draft that breaks a rule, with a sentence at its field', async () => {
    await save({ ...withFacts({ phone: '1' }), freeCancellationHours: 1000 });
    expect(await publish({ revision: 1 })).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: {
        freeCancellationHours: 'Please enter a whole number from 0 to 720.',
        'facts.phone': expect.stringContaining('ten-digit') as string,
      },
    });
    expect(await published()).toEqual(defaultBusiness);
  });

  test.each([[{ facts: [] }], [{ ...defaultBusiness, services: 'all' }]])(
    'refuses the draft %j, which is no business',
    async (draft) => {
      await database.pool.query('update public.business_draft set business = $1', [draft]);
      expect(await publish({ revision: 0 })).toMatchObject({ status: 400, code: 'invalid_input' });
    },
  );

  test('leaves out what a business does not have', async () => {
    await save({ ...withFacts({ name: 'Shine' }), secret: 'x' });
    await publish({ revision: 1 });
    expect(await published()).toEqual(withFacts({ name: 'Shine' }));
  });

  test('refuses a draft that changed after the administrator saw it', async () => {
    await save(withFacts({ name: 'Shine' }));
    await save(withFacts({ name: 'Other' }), 1);
    const refused = { status: 409, code: 'business_changed' };
    expect(await publish({ revision: 1 })).toMatchObject(refused);
    expect(await publish({ revision: 1, version: 1 })).toMatchObject({
      code: 'nothing_to_publish',
    });
  });

  test('refuses to publish nothing, and an unknown version', async () => {
    const refused = { status: 409, code: 'nothing_to_publish' };
    expect(await publish({ revision: 0 })).toMatchObject(refused);
    expect(await publish({ revision: 0, version: 99 })).toMatchObject(refused);
  });

  test('wants a fresh proof, and notifies the administrators of what was published', async () => {
    const notices = async () => {
      const { rows } = await database.pool.query<{ change: string }>(
        `delete from public.mail_outbox where template_type = 'security_notice'
         returning data ->> 'change' as change`,
      );
      return rows.map(({ change }) => change);
    };
    await notices();
    const refused = { status: 403, code: 'reauthentication_needed' };
    const wanted = {
      ...withFacts({ bookingEmail: 'evil@shine.example', phone: '(905) 555-0199' }),
      freeCancellationHours: 0,
    };
    await save(wanted);
    expect(await publish({ revision: 1 }, { secondsAgo: 301 })).toMatchObject(refused);
    // What was typed stays.
    expect(await rpc('business_page()')).toMatchObject({
      revision: 1,
      draft: wanted,
    });
    expect(await notices()).toEqual([]);
    expect(await publish({ revision: 1 })).toMatchObject({ version: 2 });
    expect(await notices()).toEqual([
      'Prices and facts were published. Changed: free cancellation, phone, booking email.',
    ]);
    expect(await publish({ revision: 2, version: 1 }, { secondsAgo: 301 })).toMatchObject(refused);
    expect(await publish({ revision: 2, version: 1 })).toMatchObject({ version: 3 });
    expect(await notices()).toEqual([
      'Version 1 of prices and facts was restored. Changed: free cancellation, phone, booking email.',
    ]);
    await save(withFacts({ infoEmail: 'new@shine.example' }), 3);
    expect(await publish({ revision: 4 })).toMatchObject({ version: 4 });
    expect(await notices()).toEqual([
      'Prices and facts were published. Changed: info email. ' +
        'The account of new@shine.example manages reviews from now on.',
    ]);
  });
});
