import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Business } from '../../domain/business/business.ts';
import { defaultBusiness } from '../../domain/business/default-business.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import {
  businessHistory,
  businessPage,
  currentBusiness,
  publishedBusiness,
  publishedPage,
  savedBusinessDraft,
} from '../contracts/business.ts';
import type { AnswerOf, Contract } from '../contracts/contract.ts';
import { call } from './bookings.ts';
import { anon, ask, service, signUp, type Person } from './cast.ts';

const changed = (facts: Partial<Business['facts']>): Business => ({
  ...defaultBusiness,
  facts: { ...defaultBusiness.facts, ...facts },
});
const secretCoupons = defaultBusiness.coupons.map((coupon) => ({
  ...coupon,
  code: 'SECRET',
  isAdvertised: false,
}));
const stale = { code: 'PT409', message: 'business_changed' };

describeEachDatabase('The business as data', (open) => {
  let database: Database;
  let owner: { id: string; person: Person };
  let colleague: Person;

  beforeAll(async () => {
    database = await open();
    owner = await signUp(database.pool, 'boss@example.com', { admin: true });
    colleague = (await signUp(database.pool, 'colleague@example.com', { admin: true })).person;
  });
  beforeEach(async () => {
    await database.pool.query(`
      delete from public.business_versions where version > 1;
      update public.business_draft set business = null, revision = 0`);
  });
  afterAll(() => database.close());

  async function rpc<Some extends Contract<string, unknown>>(
    who: Person,
    { name, shape }: Some,
    values: unknown[] = [],
  ) {
    const marks = values.map((_, index) => `$${index + 1}`).join(', ');
    const sql = `select public.${name}(${marks}) as answer`;
    const { rows } = await ask(database.pool, who, sql, values);
    return shape.parse(rows[0]?.['answer']) as AnswerOf<Some>;
  }
  const page = () => rpc(owner.person, businessPage);
  const save = (who: Person, business: unknown, revision: number) =>
    rpc(who, savedBusinessDraft, [JSON.stringify(business), revision]);
  const publish = (business: Business, revision: number, changes: string[] = ['A change']) =>
    rpc(service, publishedPage, [
      JSON.stringify(business),
      revision,
      owner.id,
      changes,
      ['deposit'],
    ]);
  const history = (before: number | null = null) => rpc(owner.person, businessHistory, [before, 2]);
  const infoEmail = async () => {
    const { rows } = await database.pool.query<{ info_email: string }>(
      'select info_email from private.business',
    );
    return rows[0]?.info_email;
  };

  test('is the default of the product in a new database', async () => {
    const first = { version: 1, business: defaultBusiness, arrivalWindowMinutes: 0 };
    expect(await rpc(service, currentBusiness)).toEqual(first);
    expect(await rpc(anon, publishedBusiness)).toEqual(first);
    expect(await page()).toMatchObject({ version: 1, draft: null, revision: 0 });
  });

  describe('once published', () => {
    test('is what everyone reads, except its secret coupons', async () => {
      const wanted = {
        ...changed({ name: 'Shine' }),
        coupons: [...defaultBusiness.coupons, ...secretCoupons],
      };
      await publish(wanted, 0);
      await database.pool.query('update public.time_settings set arrival_window_minutes = 30');
      const answer = { version: 2, arrivalWindowMinutes: 30 };
      expect(await rpc(service, currentBusiness)).toEqual({ ...answer, business: wanted });
      expect(await rpc(anon, publishedBusiness)).toEqual({
        ...answer,
        business: { ...wanted, coupons: defaultBusiness.coupons },
      });
      await database.pool.query('update public.time_settings set arrival_window_minutes = 0');
    });

    test('replaces the draft', async () => {
      const wanted = changed({ name: 'Shine' });
      const { revision } = await save(owner.person, wanted, 0);
      expect(await publish(wanted, revision)).toMatchObject({
        version: 2,
        published: wanted,
        draft: null,
        revision: 2,
      });
    });

    test('stands in the history with its changes and its administrator', async () => {
      await publish(changed({ name: 'Shine' }), 0, ['Name: Lustre → Shine']);
      await publish(defaultBusiness, 1);
      expect(await history()).toMatchObject([
        { version: 3 },
        { version: 2, changes: ['Name: Lustre → Shine'], publishedBy: 'boss@example.com' },
      ]);
      expect(await history(2)).toMatchObject([{ version: 1, publishedBy: 'System', changes: [] }]);
    });

    test('is one version when two administrators publish at once', async () => {
      const results = await Promise.allSettled([
        publish(changed({ name: 'One' }), 0),
        publish(changed({ name: 'Two' }), 0),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await page()).toMatchObject({ version: 2 });
    });

    test('is kept when the administrator’s account is deleted', async () => {
      const gone = await signUp(database.pool, 'gone@example.com', { admin: true });
      await rpc(service, publishedPage, [
        JSON.stringify(changed({ name: 'Shine' })),
        0,
        gone.id,
        [],
        ['business name'],
      ]);
      await database.pool.query('delete from auth.users where id = $1', [gone.id]);
      expect(await history()).toMatchObject([{ publishedBy: 'gone@example.com' }, {}]);
    });
  });

  describe('as a draft', () => {
    test('is shown to every administrator and to no one else', async () => {
      const wanted = changed({ name: 'Shine' });
      await save(owner.person, wanted, 0);
      expect(await rpc(colleague, businessPage)).toMatchObject({
        draft: wanted,
        savedBy: 'boss@example.com',
      });
      expect(await rpc(anon, publishedBusiness)).toMatchObject({ version: 1 });
    });

    test('does not overwrite a draft that another administrator saved', async () => {
      const mine = changed({ name: 'Mine' });
      await save(owner.person, mine, 0);
      await expect(save(colleague, changed({ name: 'Theirs' }), 0)).rejects.toMatchObject(stale);
      await expect(publish(changed({ name: 'Theirs' }), 0)).rejects.toMatchObject(stale);
      expect(await page()).toMatchObject({ draft: mine, revision: 1, version: 1 });
    });

    test('keeps one of two drafts saved at once', async () => {
      const results = await Promise.allSettled([
        save(owner.person, changed({ name: 'One' }), 0),
        save(colleague, changed({ name: 'Two' }), 0),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    test('ends when it is discarded, or equals the published business', async () => {
      await save(owner.person, changed({ name: 'Shine' }), 0);
      expect(await save(owner.person, null, 1)).toMatchObject({ draft: null, revision: 2 });
      await save(owner.person, changed({ name: 'Shine' }), 2);
      expect(await save(owner.person, defaultBusiness, 3)).toMatchObject({ draft: null });
    });

    test.each([
      ['a list', []],
      ['a text', 'x'],
      ['too long', { x: 'x'.repeat(300_001) }],
    ])('is refused when it is %s', async (_, draft) => {
      const refused = { code: 'PT400', message: 'business_invalid' };
      await expect(save(owner.person, draft, 0)).rejects.toMatchObject(refused);
    });
  });

  describe('with a new info address', () => {
    test('changes the account that manages reviews', async () => {
      await publish(changed({ infoEmail: 'Hello@Shine.example' }), 0);
      expect(await infoEmail()).toBe('hello@shine.example');
    });

    test('keeps an address that the operator set while the published one stays', async () => {
      await call(database.pool, 'set_info_email', 'operator@example.com');
      await publish(changed({ name: 'Shine' }), 0);
      expect(await infoEmail()).toBe('operator@example.com');
    });
  });
});
