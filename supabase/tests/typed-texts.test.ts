import { afterAll, beforeAll, expect, test } from 'vitest';
import * as screens from '../../domain/contact/typed-text.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book } from './bookings.ts';
import { anon, ask, service, signUp, type Person } from './cast.ts';
import { callAs } from './rain.ts';

const line = ' Two\tlines\r\nand a\u0007 bell\u202E\u200B ';
const cleanLine = 'Two lines and a bell';
const text = ' Two\tlines \r\nand a\u0007 bell\u202E\u200B \n';
const cleanText = 'Two lines\nand a bell';

describeEachDatabase('Texts that a browser sends', { both: 'values' }, (open) => {
  let database: Database;
  let boss: Person;
  let id: string;
  const email = 'typed@texts.example';
  beforeAll(async () => {
    database = await open();
    boss = (await signUp(database.pool, 'boss@texts.example', { admin: true })).person;
    id = await book(database.pool, { customer_email: email });
  });
  afterAll(() => database.close());

  const more = (value: unknown) =>
    callAs(database.pool, anon, 'save_booking_more', id, JSON.stringify(value), email);
  const correct = (was: unknown, changes: unknown) =>
    callAs(
      database.pool,
      boss,
      'correct_booking',
      id,
      JSON.stringify(was),
      JSON.stringify(changes),
    );
  const insert = (who: Person, table: string, row: Record<string, unknown>) =>
    ask(
      database.pool,
      who,
      `insert into public.${table} (${Object.keys(row).join()})
       values (${Object.keys(row)
         .map((_, index) => `$${index + 1}`)
         .join()})`,
      Object.values(row),
    );
  const told = { email, subject: line, name: line, message: text };
  const photo = { image_url: '/1.webp', description: text };

  test.each<[string, () => Promise<unknown>, string, Record<string, string>]>([
    [
      'details that a customer changes',
      () => more({ gate_access: line, customer_notes: text }),
      'bookings',
      { gate_access: cleanLine, customer_notes: cleanText },
    ],
    [
      'details that the owner corrects',
      async () => {
        const { rows } = await database.pool.query<Record<string, string>>(
          'select car_model, city from public.bookings where id = $1',
          [id],
        );
        return correct(rows[0], { car_model: line, city: line });
      },
      'bookings',
      { car_model: cleanLine, city: cleanLine },
    ],
    [
      'an inquiry',
      () => insert(anon, 'inquiries', told),
      'inquiries',
      { name: cleanLine, subject: cleanLine, message: cleanText },
    ],
    [
      'a review',
      () => insert(anon, 'reviews', { customer_name: line, rating: 5, comment: text }),
      'reviews',
      { customer_name: cleanLine, comment: cleanText },
    ],
    [
      'the description of a photo',
      () => insert(service, 'gallery_photos', photo),
      'gallery_photos',
      { description: cleanText },
    ],
    [
      'a note about a booking',
      () => callAs(database.pool, boss, 'save_booking_note', id, text, 0),
      'booking_notes',
      { note: cleanText },
    ],
    [
      'a note about a customer',
      () => callAs(database.pool, boss, 'save_customer_note', email, text, 0),
      'customers',
      { note: cleanText },
    ],
  ])('are cleaned: %s', async (_what, write, table, clean) => {
    await write();
    const { rows } = await database.pool.query(`select * from public.${table}`);
    expect(rows).toEqual(expect.arrayContaining([expect.objectContaining(clean)]));
  });

  test.each([
    line,
    text,
    'Zoe\u0308 \uFF2Cee',
    'علی\u200Cرضا',
    '12½ Main\u00A0St\u3000–\u2011−',
    'a \u200B b\u2028c\u2060',
    '👩\u200D🔧\uFE0F',
    '\u200D\uFE0F\u0301',
    '\u3164\u2800\u115F',
    '\u061C\u200E\u2066\u00AD',
    '',
  ])('are cleaned as the screens clean them: %j', async (typed) => {
    const { rows } = await database.pool.query(
      'select private.clean_text($1) as text, private.clean_line($1) as line, private.plain_line($1) as plain',
      [typed],
    );
    expect(rows).toEqual([
      {
        text: screens.cleanText(typed),
        line: screens.cleanLine(typed),
        plain: screens.plainLine(typed),
      },
    ]);
  });

  test.each([
    ['a list', []],
    ['null', null],
    ['a text', 'x'],
    ['a record of numbers', { gate_access: 7 }],
    ['a record of records', { customer_notes: { a: 'b' } }],
  ])('are refused as optional details: %s', async (_what, value) => {
    await expect(more(value)).rejects.toMatchObject({ code: 'PT400', message: 'more_invalid' });
  });

  test.each([
    ['a list', []],
    ['null', null],
    ['a text', 'x'],
  ])('are refused as a correction: %s', async (_what, value) => {
    await expect(correct(value, value)).rejects.toMatchObject({
      code: 'PT400',
      message: 'details_invalid',
    });
  });
});
