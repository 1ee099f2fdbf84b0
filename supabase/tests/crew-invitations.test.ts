import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { ask, signUp, type Person } from './cast.ts';
import { setTime } from './time-rules.ts';

type Crew = { members: { email: string }[]; invitations: string[] };

const ivy = 'ivy@example.com';

describeEachDatabase('An invitation to a crew', { both: 'access' }, (open) => {
  let database: Database;
  let boss: Person;
  beforeAll(async () => {
    database = await open();
    ({ person: boss } = await signUp(database.pool, 'boss@example.com', { admin: true }));
    await setTime(database.pool, 'crews = 2');
    await database.pool.query(`update public.crews set name = 'North van' where number = 1`);
  });
  beforeEach(() =>
    database.pool.query(
      `delete from auth.users where email <> 'boss@example.com';
       truncate public.crew_changes, public.crew_invitations, public.mail_outbox`,
    ),
  );
  afterAll(() => database.close());

  const as = async <Answer>(who: Person, sql: string, values: unknown[] = []) => {
    const { rows } = await ask(database.pool, who, `select ${sql} as answer`, values);
    return rows[0]?.['answer'] as Answer;
  };
  const invite = (crew: number, email: string) =>
    as<boolean>(boss, 'public.invite_crew_member($1::smallint, $2)', [crew, email]);
  const withdraw = (email: string) => as(boss, 'public.withdraw_crew_invitation($1)', [email]);
  const crewOf = (person: Person) => as<number | null>(person, 'public.my_crew()');
  const confirm = (id: string) =>
    database.pool.query('update auth.users set email_confirmed_at = now() where id = $1', [id]);
  const crews = async () => {
    const page = await as<Crew[]>(boss, 'public.crews_page()');
    return page.map(({ members, invitations }) => [
      ...members.map(({ email }) => email),
      ...invitations.map((email) => `${email}?`),
    ]);
  };
  const lines = async (sql: string) =>
    (await database.pool.query<{ line: string }>(sql)).rows.map(({ line }) => line);
  const mails = () =>
    lines(
      `select concat_ws(' ', template_type, to_email, data ->> 'crew', status) as line
       from public.mail_outbox where template_type <> 'security_notice' order by created_at, status`,
    );
  const changes = () =>
    lines(
      `select concat_ws(' ', actor_label, action, crew) as line from public.crew_changes order by id`,
    );

  test('ends after 14 days: it is not listed, makes nobody a member, and can be sent again', async () => {
    const lastSent = (interval: string) =>
      database.pool.query(`update public.crew_invitations set invited_at = now() - $1::interval`, [
        interval,
      ]);
    await invite(1, ivy);
    await lastSent('13 days 23 hours');
    expect(await crews()).toEqual([[`${ivy}?`], []]);
    await lastSent('14 days');
    expect(await crews()).toEqual([[], []]);
    const { id, person } = await signUp(database.pool, ivy);
    await confirm(id);
    expect(await crewOf(person)).toBeNull();
    await database.pool.query('delete from auth.users where email = $1', [ivy]);
    await invite(2, ivy);
    expect(await crews()).toEqual([[], [`${ivy}?`]]);
  });

  describe('to an address without an account', () => {
    test('is emailed and listed, and makes who signs up and confirms it a member', async () => {
      expect(await invite(1, ' Ivy@Example.com ')).toBe(true);
      expect(await crews()).toEqual([[`${ivy}?`], []]);
      expect(await mails()).toEqual([`crew_invitation ${ivy} North van queued`]);
      const { id, person } = await signUp(database.pool, ivy, { confirmed: false });
      expect(await crewOf(person), 'not confirmed').toBeNull();
      expect(await crews()).toEqual([[`${ivy}?`], []]);
      await confirm(id);
      expect(await crewOf(person)).toBe(1);
      expect(await crews()).toEqual([[ivy], []]);
      expect(await changes()).toEqual([
        'boss@example.com member_invited 1',
        'boss@example.com member_added 1',
      ]);
    });

    test('makes an account that arrives confirmed a member, as one of another provider', async () => {
      await invite(2, ivy);
      const { person } = await signUp(database.pool, ivy);
      expect(await crewOf(person)).toBe(2);
      expect(await crews()).toEqual([[], [ivy]]);
    });

    test('makes an account a member that changes its address to the invited one', async () => {
      const { id, person } = await signUp(database.pool, 'old@example.com');
      await invite(1, 'old@example.com');
      await invite(2, ivy);
      await database.pool.query('update auth.users set email = $2 where id = $1', [id, ivy]);
      expect(await crewOf(person)).toBe(2);
      expect((await changes()).slice(-2)).toEqual([
        'boss@example.com member_removed 1',
        'boss@example.com member_added 2',
      ]);
    });

    test('reaches an account that is there and not confirmed, but not before it is', async () => {
      const { id, person } = await signUp(database.pool, ivy, { confirmed: false });
      expect(await invite(1, ivy)).toBe(true);
      await database.pool.query(`update auth.users set email = email where id = $1`, [id]);
      expect(await crewOf(person)).toBeNull();
      await confirm(id);
      expect(await crewOf(person)).toBe(1);
    });

    test('is for this address alone, and nobody else becomes a member', async () => {
      await invite(1, ivy);
      const { person } = await signUp(database.pool, 'ivy@example.org');
      expect(await crewOf(person)).toBeNull();
      expect(await crews()).toEqual([[`${ivy}?`], []]);
    });
  });

  test('that is withdrawn makes nobody a member, and its email is not sent', async () => {
    await invite(1, ivy);
    await withdraw(' IVY@example.com ');
    await withdraw(ivy);
    expect(await mails()).toEqual([`crew_invitation ${ivy} North van dropped`]);
    const { person } = await signUp(database.pool, ivy);
    expect(await crewOf(person)).toBeNull();
    expect(await crews()).toEqual([[], []]);
    expect(await changes()).toEqual([
      'boss@example.com member_invited 1',
      'boss@example.com invitation_withdrawn 1',
    ]);
  });

  test('is sent again to the same crew, and leads to another one when that is chosen', async () => {
    await invite(1, ivy);
    await invite(1, ivy);
    expect(await mails()).toEqual([
      `crew_invitation ${ivy} North van dropped`,
      `crew_invitation ${ivy} North van queued`,
    ]);
    await invite(2, ivy);
    expect(await crews()).toEqual([[], [`${ivy}?`]]);
    expect(await changes()).toEqual([
      'boss@example.com member_invited 1',
      'boss@example.com invitation_withdrawn 1',
      'boss@example.com member_invited 2',
    ]);
    const { person } = await signUp(database.pool, ivy);
    expect(await crewOf(person)).toBe(2);
  });

  test('to a confirmed account adds it at once, and tells the person once', async () => {
    const { person } = await signUp(database.pool, ivy);
    expect(await invite(1, 'IVY@example.com')).toBe(false);
    expect(await invite(1, ivy)).toBe(false);
    expect(await crewOf(person)).toBe(1);
    expect(await crews()).toEqual([[ivy], []]);
    expect(await mails()).toEqual([`crew_member_added ${ivy} North van queued`]);
  });

  test('is refused for what is no address, and for a crew that is not there', async () => {
    for (const address of ['', ' ', 'ivy', 'ivy@', 'a b@example.com', `${'x'.repeat(250)}@a.ca`]) {
      await expect(invite(1, address), address).rejects.toThrow('email_invalid');
    }
    await expect(invite(9, ivy)).rejects.toThrow('crew_not_found');
    expect(await mails()).toEqual([]);
  });

  test('goes with its crew', async () => {
    await setTime(database.pool, 'crews = 3');
    await invite(3, ivy);
    await as(boss, 'public.remove_crew(3::smallint)');
    await setTime(database.pool, 'crews = 3');
    const { person } = await signUp(database.pool, ivy);
    expect(await crewOf(person)).toBeNull();
    await setTime(database.pool, 'crews = 2');
  });

  test("is erased with a person's data", async () => {
    await invite(1, ivy);
    await database.pool.query(
      `insert into public.customers (email, name, phone, first_booked_at, last_booked_at)
       values ($1, 'Ivy', '', now(), now())`,
      [ivy],
    );
    await as(boss, 'public.erase_customer($1)', [ivy]);
    expect(await crews()).toEqual([[], []]);
    const { person } = await signUp(database.pool, ivy);
    expect(await crewOf(person)).toBeNull();
  });
});
