import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';

type Page = {
  inquiries: {
    id: string;
    created_at: string;
    subject: string;
    beginning: string;
    status: string;
  }[];
  next: object | null;
  counts: Record<string, number>;
};

describeEachDatabase('The inbox of inquiries', (open) => {
  let database: Database;
  let owner: Person;
  beforeAll(async () => {
    database = await open();
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  beforeEach(async () => {
    await database.pool.query('delete from public.inquiries');
  });
  afterAll(() => database.close());

  const call = async <Answer>(sql: string, values: unknown[] = []): Promise<Answer> => {
    const { rows } = await ask(database.pool, owner, `select ${sql} as it`, values);
    return (rows[0] as { it: Answer }).it;
  };
  const find = (wanted: string, before: object | null = null, batch = 25) =>
    call<Page>('public.find_inquiries($1, $2, $3)', [
      wanted,
      before && JSON.stringify(before),
      batch,
    ]);
  const mark = (id: string, status: string) =>
    call<string>('public.mark_inquiry($1, $2)', [id, status]);

  /** An inquiry made that many minutes ago. */
  const write = async (subject: string, minutes = 0, bookingId: string | null = null) => {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into public.inquiries (name, email, subject, message, booking_id, created_at)
       values ('Di Lane', $1, $2, $3, $4, now() - $5 * interval '1 minute') returning id`,
      [
        `di-${subject.replaceAll(' ', '-')}@example.com`,
        subject,
        `About ${subject} `.repeat(20),
        bookingId,
        minutes,
      ],
    );
    return rows[0]?.id ?? '';
  };

  test('shows one status, newest first, a page at a time, with shortened texts', async () => {
    for (const minutes of [70, 140, 210, 210, 280]) await write(`of ${minutes}`, minutes);
    const first = await find('new', null, 2);
    const second = await find('new', first.next, 2);
    const third = await find('new', second.next, 2);
    const subjects = [first, second, third].map(({ inquiries }) =>
      inquiries.map(({ subject }) => subject),
    );
    expect(subjects).toEqual([['of 70', 'of 140'], ['of 210', 'of 210'], ['of 280']]);
    expect(third.next).toBeNull();
    expect(first.inquiries[0]?.beginning).toHaveLength(160);
    expect(first.counts).toEqual({ new: 5, answered: 0, closed: 0, held_back: 0 });
  });

  test('records who changed a status, and nothing without a change', async () => {
    const id = await write('wax');
    expect(await mark(id, 'answered')).toBe('new');
    expect(await mark(id, 'answered')).toBe('answered');
    expect(await mark(id, 'new')).toBe('answered');
    const page = await call<{ status: string; changes: object[] }>('public.inquiry_page($1)', [id]);
    expect(page.status).toBe('new');
    expect(page.changes).toMatchObject([
      { actor_label: 'boss@example.com', was: 'answered', is: 'new' },
      { actor_label: 'boss@example.com', was: 'new', is: 'answered' },
    ]);
    expect((await find('new')).counts).toEqual({ new: 1, answered: 0, closed: 0, held_back: 0 });
  });

  test('shows the named booking, and none for an unknown number', async () => {
    const bookingId = await book(database.pool, { customer_email: 'ada@example.com' });
    const about = await write('mine', 0, bookingId);
    const astray = await write('none', 0, '00000000-0000-4000-8000-00000000dead');
    const read = (id: string) =>
      call<{ booking: object | null; booking_id: string }>('public.inquiry_page($1)', [id]);
    expect((await read(about)).booking).toMatchObject({ id: bookingId });
    expect(await read(astray)).toMatchObject({
      booking: null,
      booking_id: '00000000-0000-4000-8000-00000000dead',
    });
  });

  test('refuses an unknown status and an unknown inquiry', async () => {
    const id = await write('x');
    await expect(mark(id, 'lost')).rejects.toMatchObject({ message: 'unknown_status' });
    const missing = '00000000-0000-4000-8000-00000000dead';
    await expect(mark(missing, 'closed')).rejects.toMatchObject({ message: 'inquiry_not_found' });
  });

  describe('with held-back inquiries', () => {
    const holdBack = async (subject: string, minutes: number) => {
      const id = await write(subject, minutes);
      await database.pool.query(`update public.inquiries set status = 'held_back' where id = $1`, [
        id,
      ]);
      return id;
    };
    const subjectsOf = async (wanted: string) =>
      (await find(wanted)).inquiries.map(({ subject }) => subject);

    test('lists them apart from new ones, without needing attention', async () => {
      await write('ordinary');
      await holdBack('flood', 5);
      expect(await subjectsOf('new')).toEqual(['ordinary']);
      expect(await subjectsOf('held_back')).toEqual(['flood']);
      expect((await find('new')).counts).toMatchObject({ new: 1, held_back: 1 });
      expect(await call('public.owner_needs()')).toMatchObject({ inquiries: 1 });
    });

    test('makes a released one an ordinary new inquiry', async () => {
      const id = await holdBack('real', 5);
      expect(await mark(id, 'new')).toBe('held_back');
      expect(await subjectsOf('new')).toEqual(['real']);
      await expect(mark(id, 'held_back')).rejects.toMatchObject({ message: 'unknown_status' });
    });

    test('deletes one, and no other inquiry', async () => {
      const ordinary = await write('ordinary');
      const held = await holdBack('flood', 5);
      await call('public.delete_held_back_inquiry($1)', [held]);
      await expect(call('public.delete_held_back_inquiry($1)', [ordinary])).rejects.toMatchObject({
        message: 'inquiry_not_found',
      });
      expect(await subjectsOf('held_back')).toEqual([]);
      expect(await subjectsOf('new')).toEqual(['ordinary']);
    });

    test('deletes all up to the newest one the owner saw', async () => {
      await write('ordinary', 30);
      await holdBack('older', 20);
      await holdBack('seen', 10);
      const [newest] = (await find('held_back')).inquiries;
      await holdBack('unseen', 5);
      expect(await call('public.delete_held_back_inquiries($1)', [newest?.created_at])).toBe(2);
      expect(await subjectsOf('held_back')).toEqual(['unseen']);
      expect(await subjectsOf('new')).toEqual(['ordinary']);
    });
  });

  test('emails an answer once, with replies to the business, and marks the inquiry as answered', async () => {
    const id = await write('answered');
    const request = randomUUID();
    const answer = (message: string) =>
      call('public.answer_inquiry($1, $2, $3)', [id, message, request]);
    await expect(answer(' \n ')).rejects.toThrow('message_invalid');
    await expect(answer('x'.repeat(2001))).rejects.toThrow('message_invalid');
    await answer(' Yes, it is. ');
    await answer('Yes, it is.');
    await expect(answer('No, it is not.')).rejects.toThrow('operation_key_used');
    const other = await write('asked too');
    await expect(
      call('public.answer_inquiry($1, $2, $3)', [other, 'Yes, it is.', request]),
    ).rejects.toThrow('operation_key_used');
    const { rows } = await database.pool.query<{ to_email: string; data: Record<string, string> }>(
      'select to_email, data from public.mail_outbox where key = $1',
      [`inquiry_reply:${request}`],
    );
    expect(rows).toMatchObject([
      {
        to_email: 'di-answered@example.com',
        data: {
          message: 'Yes, it is.',
          reply_to: expect.stringContaining('@') as string,
          customer_name: 'Di Lane',
          inquiry_subject: 'answered',
        },
      },
    ]);
    expect(await call('public.inquiry_page($1)', [id])).toMatchObject({
      status: 'answered',
      changes: [{ was: 'new', is: 'answered' }],
      replies: [
        {
          id: request,
          message: 'Yes, it is.',
          actor_label: 'boss@example.com',
          mail_status: 'queued',
        },
      ],
    });
  });

  test('sends no answer to an address that can get no email', async () => {
    const id = await write('erased');
    // As stored before such addresses were refused.
    await database.pool.query(
      `set session_replication_role = replica;
      update public.inquiries set email = E'di\\n@example.com' where id = '${id}';
      set session_replication_role = origin`,
    );
    await expect(
      call('public.answer_inquiry($1, $2, $3)', [id, 'Yes', randomUUID()]),
    ).rejects.toThrow('no_email_address');
    expect(await call('public.inquiry_page($1)', [id])).toMatchObject({
      status: 'new',
      replies: [],
    });
  });
});
