import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase, describePostgres } from '../../server/testing/databases.ts';
import { book } from './bookings.ts';
import { anon, ask, justProved, type Person, service, signUp } from './cast.ts';

type Account = { id: string; person: Person };

describeEachDatabase('The second factor', (open) => {
  let database: Database;
  let boss: Account;
  let customer: Account;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.pool.query('delete from auth.users');
    await database.pool.query('delete from public.mail_outbox');
    await database.pool.query(
      'update private.security_settings set requires_second_factor = false',
    );
    boss = await signUp(database.pool, 'boss@example.com', { admin: true });
    customer = await signUp(database.pool, 'customer@example.com');
  });

  const addFactor = ({ id }: Account, status = 'verified') =>
    database.pool.query(
      `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret) values ($1, $2, 'totp', $2, 'x')`,
      [id, status],
    );
  /** The same person in a session that proved the second factor. */
  const proven = ({ person }: Account): Person => justProved(person, { aal: 'aal2' });
  const call = async (who: Person, sql: string, values: unknown[] = []) =>
    (await ask(database.pool, who, `select ${sql} as it`, values)).rows[0]?.['it'];
  const refusal = (who: Person, sql: string, values: unknown[] = []) =>
    call(who, sql, values).then(
      () => null,
      (error: unknown) => (error as Error).message,
    );
  const isAdmin = (who: Person) => call(who, 'public.is_admin()');
  const codesOf = async (account: Account) =>
    (await call(proven(account), 'public.create_recovery_codes()')) as string[];
  const useCode = (who: Person, code: string | null) =>
    call(who, 'public.use_recovery_code($1)', [code]);
  const status = (who: Person) => call(who, 'public.second_factor_status()');

  test('is optional for an administrator while no setting requires one', async () => {
    expect(await isAdmin(boss.person)).toBe(true);
    await addFactor(boss, 'unverified');
    expect(await isAdmin(boss.person)).toBe(true);
  });

  test('of an administrator who has one must be proved in the session', async () => {
    await addFactor(boss);
    expect(await isAdmin(boss.person)).toBe(false);
    expect(await isAdmin(proven(boss))).toBe(true);
  });

  test('makes nobody an administrator', async () => {
    await addFactor(customer);
    expect(await isAdmin(proven(customer))).toBe(false);
    expect(await isAdmin(anon)).toBe(false);
  });

  test('is not proved by a token that claims more than its session, or names no live one', async () => {
    await addFactor(boss);
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into auth.sessions (user_id, aal) values ($1, 'aal1'), ($1, 'aal2'), ($2, 'aal2') returning id`,
      [boss.id, customer.id],
    );
    const claiming = (sessionId: string | undefined): Person => {
      const { person } = boss;
      const claims = { ...person.identity.claims, aal: 'aal2', session_id: sessionId };
      return { ...person, identity: { ...person.identity, claims } };
    };
    const [unproven, itself, another] = rows.map(({ id }) => claiming(id));
    const asked = [unproven, itself, another, claiming('00000000-0000-4000-8000-00000000dead')];
    const answers = [];
    for (const person of asked) answers.push(person && (await isAdmin(person)));
    expect(answers).toEqual([false, true, false, false]);
    await database.pool.query('delete from auth.sessions');
    expect(itself && (await isAdmin(itself))).toBe(false);
  });

  test('is not proved by a token that outlives its factor', async () => {
    await addFactor(boss);
    await call(proven(boss), 'public.set_second_factor_required(true)');
    await database.pool.query('delete from auth.mfa_factors');
    expect(await isAdmin(proven(boss))).toBe(false);
    expect(await refusal(proven(boss), 'public.create_recovery_codes()')).toBe(
      'second_factor_needed',
    );
  });

  test('is required of all administrators once one of them who proved hers turns it on', async () => {
    const second = await signUp(database.pool, 'second@example.com', { admin: true });
    await addFactor(boss);
    await call(proven(boss), 'public.set_second_factor_required(true)');
    expect(await isAdmin(second.person)).toBe(false);
    await addFactor(second);
    expect([await isAdmin(second.person), await isAdmin(proven(second))]).toEqual([false, true]);
    await call(proven(boss), 'public.set_second_factor_required(false)');
    await database.pool.query('delete from auth.mfa_factors where user_id = $1', [second.id]);
    expect(await isAdmin(second.person)).toBe(true);
  });

  test('cannot be required or released by anyone else', async () => {
    await addFactor(customer);
    const set = 'public.set_second_factor_required(true)';
    expect(await refusal(boss.person, set)).toBe('second_factor_needed');
    expect(await refusal(proven(boss), set)).toBe('second_factor_needed');
    expect(await refusal(proven(customer), set)).toBe('administrator_needed');
    expect(await refusal(anon, set)).toMatch(/permission denied/);
    expect(await refusal(service, set)).toMatch(/permission denied/);
  });

  test('is required for managing reviews by the info address, too', async () => {
    await database.pool.query('select public.set_info_email($1)', ['customer@example.com']);
    const manages = (who: Person) => call(who, 'private.manages_reviews()');
    expect(await manages(customer.person)).toBe(true);
    await addFactor(customer);
    expect([await manages(customer.person), await manages(proven(customer))]).toEqual([
      false,
      true,
    ]);
  });

  test('is required for the bookings of a customer who has one', async () => {
    const booking = await book(database.pool, { user_id: customer.id });
    const seen = async (who: Person) =>
      (await ask(database.pool, who, `select id from public.bookings`)).rows.map(({ id }) => id);
    const moved = async (who: Person) =>
      (await ask(database.pool, who, `update public.bookings set booking_time = '09:00'`)).rowCount;
    expect(await seen(customer.person)).toEqual([booking]);
    await addFactor(customer);
    expect([await seen(customer.person), await moved(customer.person)]).toEqual([[], 0]);
    expect(await seen(proven(customer))).toEqual([booking]);
  });

  test('shows its state to its owner at any level', async () => {
    expect(await status(customer.person)).toEqual({
      required: false,
      has_factor: false,
      session_is_verified: false,
      recovery_codes_left: 0,
      is_administrator: false,
    });
    await addFactor(boss);
    await codesOf(boss);
    await call(proven(boss), 'public.set_second_factor_required(true)');
    const known = {
      required: true,
      has_factor: true,
      recovery_codes_left: 10,
      is_administrator: true,
    };
    expect(await status(boss.person)).toEqual({ ...known, session_is_verified: false });
    expect(await status(proven(boss))).toEqual({ ...known, session_is_verified: true });
  });

  test('has ten different, readable recovery codes, kept as hashes', async () => {
    await addFactor(customer);
    const codes = await codesOf(customer);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes)
      expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{2}$/);
    const { rows } = await database.pool.query(
      `select encode(code_hash, 'escape') || encode(code_hash, 'hex') as it from private.recovery_codes`,
    );
    expect(rows).toHaveLength(10);
    expect(JSON.stringify(rows)).not.toContain(codes[0]);
  });

  test.each(['public.create_recovery_codes()', 'public.set_second_factor_required(true)'])(
    '%s requires a proof of the last five minutes [S7.19]',
    async (sql) => {
      await addFactor(boss);
      const aal = 'aal2';
      const old = justProved(boss.person, { aal, secondsAgo: 301 });
      expect(await refusal(old, sql)).toBe('reauthentication_needed');
      const refreshed = justProved(boss.person, { aal, method: 'token_refresh' });
      expect(await refusal(refreshed, sql)).toBe('reauthentication_needed');
      expect(await refusal(proven(boss), sql)).toBeNull();
    },
  );

  test('notifies the person by email of replaced recovery codes, but not of the first ones', async () => {
    const notices = async () => {
      const { rows } = await database.pool.query<{ change: string }>(
        `select data ->> 'change' as change from public.mail_outbox
         where to_email = 'customer@example.com' and template_type = 'sign_in_changed'`,
      );
      return rows;
    };
    await addFactor(customer);
    const before = await notices();
    await codesOf(customer);
    expect(await notices()).toEqual(before);
    await codesOf(customer);
    expect(await notices()).toEqual([
      ...before,
      { change: 'New recovery codes were made. The old ones no longer work.' },
    ]);
  });

  test('has recovery codes only in a session that proved it, and new ones revoke the old', async () => {
    await addFactor(customer);
    expect(await refusal(customer.person, 'public.create_recovery_codes()')).toBe(
      'second_factor_needed',
    );
    const [old = ''] = await codesOf(customer);
    const [fresh = ''] = await codesOf(customer);
    expect(await useCode(customer.person, old)).toBe(false);
    expect(await useCode(customer.person, fresh)).toBe(true);
  });

  test('and all other sessions are removed by a recovery code, which works once', async () => {
    await addFactor(boss);
    const codes = await codesOf(boss);
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into auth.sessions (user_id, aal) values ($1, 'aal1'), ($1, 'aal2') returning id`,
      [boss.id],
    );
    const claims = { ...boss.person.identity.claims, session_id: rows[0]?.id };
    const here = { ...boss.person, identity: { ...boss.person.identity, claims } };
    const [first = '', second = ''] = codes;
    expect(await useCode(here, ` ${first.toLowerCase().replaceAll('-', ' ')}`)).toBe(true);
    expect(await isAdmin(here)).toBe(true);
    expect((await database.pool.query('select id from auth.sessions')).rows).toEqual([rows[0]]);
    expect(await status(here)).toMatchObject({ has_factor: false, recovery_codes_left: 9 });

    await addFactor(boss);
    expect(await useCode(here, first)).toBe(false);
    expect(await useCode(here, second)).toBe(true);
  });

  test("is not removed by another person's recovery code, or without a factor", async () => {
    await addFactor(boss);
    const [code = ''] = await codesOf(boss);
    expect(await useCode(customer.person, code)).toBe(false);
    await addFactor(customer);
    expect(await useCode(customer.person, code)).toBe(false);
    expect(await useCode(customer.person, null)).toBe(false);
    expect(await refusal(anon, 'public.use_recovery_code($1)', [code])).toMatch(
      /permission denied/,
    );
  });

  test('allows ten guesses of recovery codes an hour, right or wrong', async () => {
    await addFactor(boss);
    const [code = ''] = await codesOf(boss);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await useCode(boss.person, 'AAAA-AAAA-AA')).toBe(false);
    }
    expect(await refusal(boss.person, 'public.use_recovery_code($1)', [code])).toBe(
      'too_many_attempts',
    );
    await database.pool.query(
      `update private.recovery_attempts set began_at = now() - interval '61 minutes'`,
    );
    expect(await useCode(boss.person, code)).toBe(true);
  });

  test.each(['anon', 'authenticated', 'service_role'])('hides its tables from %s', async (role) => {
    const { rows } = await database.pool.query(
      `select name from unnest(array['security_settings', 'recovery_codes', 'recovery_attempts']) as name
       where has_table_privilege($1, 'private.' || name, 'select, insert, update, delete')`,
      [role],
    );
    expect(rows).toEqual([]);
  });
});

describePostgres('Simultaneous recovery codes', (open) => {
  test('count one use of a code and no more than ten tries', async () => {
    const database = await open({ maxConnections: 20 });
    const { pool } = database;
    const { id, person } = await signUp(pool, 'ann@example.com');
    await pool.query(
      `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'x')`,
      [id],
    );
    const proven = justProved(person, { aal: 'aal2' });
    const made = await ask(pool, proven, 'select public.create_recovery_codes() as codes');
    const [code] = (made.rows[0]?.['codes'] ?? []) as string[];
    const attempt = (tried: string | undefined) =>
      ask(pool, person, 'select public.use_recovery_code($1) as it', [tried]).then(
        ({ rows }) => rows[0]?.['it'],
        (error: unknown) => (error as { code: string }).code,
      );
    const right = await Promise.all([attempt(code), attempt(code), attempt(code)]);
    expect(right.filter((answer) => answer === true)).toHaveLength(1);

    await pool.query(
      `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'x')`,
      [id],
    );
    await pool.query('delete from private.recovery_attempts');
    const wrong = await Promise.all(Array.from({ length: 25 }, () => attempt('AAAA-AAAA-AA')));
    expect(wrong.filter((answer) => answer === false)).toHaveLength(10);
    expect(wrong.filter((answer) => answer === 'PT429')).toHaveLength(15);
    await database.close();
  });
});
