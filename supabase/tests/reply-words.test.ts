import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { call } from './bookings.ts';

const phone = '+19055550196';

// The lists that SMS services publish for Canada, in English and French.
const published = [
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'REMOVE',
  'OPTOUT',
  'OPT-OUT',
  'TD',
  'ARRET',
  'ARRETE',
  'ARRETT',
];

const stops = [
  ...published,
  ...published.map((word) => word.toLowerCase()),
  'ARRÊT',
  'ARRÊT'.normalize('NFD'),
  'Arrêtez',
  'ARRÊTER',
  'désabonner',
  'Désabonnement',
  'Stop.',
  ' "stop" ',
  'STOP!!!',
  'Stop 🛑',
  'STOP\uFE0F',
  'stop stop',
  'Stop. Thank you',
  'stop, thanks',
  'stop please',
  'please stop',
  'Hi, please stop.',
  'Ok stop now',
  'stop all',
  'opt out',
  'Opt me out',
  'stop texting me',
  'Please stop texting me!',
  'stop sending me these messages',
  'stop these texts',
  'Cancel texts',
  'unsubscribe me',
  "Don't text me again",
  'Don’t text me anymore.',
  'no more texts please',
  'take me off your list',
  'Stop svp',
  'Arrêtez, s’il vous plaît',
  'arrêtez les textos',
  'Arrêtez de m’envoyer des messages',
  'plus de textos svp',
  'STOP\nSent from my iPhone',
  'Stop\r\n\r\n--\r\nJane Doe\r\n905 555 0142',
  'ARRÊT\n\nEnvoyé de mon iPhone',
  '\u200BSTOP',
  'ST\u200BOP',
  '\u200ESTOP\u200F',
  '\uFEFFSTOP',
  '\u202ASTOP\u202C',
  'STOP\u00A0',
  'S\u00ADTOP',
  'ＳＴＯＰ',
  'ｓｔｏｐ！',
];

/** These end texts, and the owner reads what they say besides. */
const stopsWithMore = [
  'cancel',
  'Cancel.',
  'STOP\nJane Doe',
  'Stop. I sold the car.',
  'STOP!\nMy new number is 905 555 0142',
];

const messages = [
  "please don't stop by before 9",
  'Please don’t stop texting me',
  'stop by at 9',
  'Stop at the gate and call me',
  'Can you stop?',
  'Stop?',
  'non-stop rain here',
  'bus stop is across the street',
  'The stop sign at the end',
  'end of the driveway',
  'End\nof the driveway please',
  'quit working on the rims, they are fine',
  'cancel my appointment',
  'Please cancel',
  'Cancel. I am sick today.',
  'remove the pet hair please',
  'Remove. The sticker on the window too',
  'revoke the gate code after the visit',
  'I will be at the TD bank',
  'opt for the premium wash',
  'un arrêt de bus est en face',
  "N'arrêtez pas le lavage",
  'Fin de semaine possible?',
  'не stop',
  'help me find the key',
  'more info about ceramic coating',
  'start at 9 please',
  'Yes please, 9 is fine',
  'pouvez-vous m’aider',
  'thanks',
  '👍',
];

describeEachDatabase('The words of a reply', { both: 'values' }, (open) => {
  let database: Database;
  let count = 0;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(() =>
    database.pool.query('delete from public.received_texts; delete from public.inquiries'),
  );

  const reply = (words: string) =>
    call<string | null>(database.pool, 'receive_text', `SMwords${(count += 1)}`, phone, words);
  const inquiries = async () =>
    (await database.pool.query<{ message: string }>('select message from public.inquiries')).rows;
  const isStopped = async () =>
    (await database.pool.query('select from public.text_stops where phone = $1', [phone]))
      .rowCount === 1;

  describe('end texts', () => {
    beforeEach(() => database.pool.query('delete from public.text_stops'));

    test.each(stops)('%j', async (words) => {
      expect(await reply(words)).toBe('stopped');
      expect(await isStopped()).toBe(true);
      if (!/cancel/i.test(words)) expect(await inquiries()).toEqual([]);
    });

    test.each(stopsWithMore)('and reach the owner: %j', async (words) => {
      expect(await reply(words)).toBe('stopped');
      expect(await inquiries()).toEqual([{ message: words.trim() }]);
    });
  });

  test.each(messages)('are a message for the owner: %j', async (words) => {
    await database.pool.query(
      'insert into public.text_stops (phone) values ($1) on conflict do nothing',
      [phone],
    );
    expect(await reply(words)).toBe('kept');
    expect(await isStopped()).toBe(true);
    expect(await inquiries()).toEqual([{ message: words }]);
  });

  test.each([
    'HELP',
    'help.',
    'Info',
    'AIDE',
    'aide',
    'ｈｅｌｐ',
    '\u200Ehelp\uFEFF',
    'help\nSent from my iPhone',
  ])('ask for help: %j', async (words) => {
    expect(await reply(words)).toBe('help');
    expect(await inquiries()).toEqual([]);
  });

  test.each(['START', 'start!', 'Unstop', 'yes', '\u200BＳＴＡＲＴ'])(
    'resume texts after a stop: %j',
    async (words) => {
      await database.pool.query(
        'insert into public.text_stops (phone) values ($1) on conflict do nothing',
        [phone],
      );
      expect(await reply(words)).toBe('started');
      expect(await isStopped()).toBe(false);
    },
  );

  test('are no message when nothing shows', async () => {
    expect(await reply('\u200B\u200E')).toBe('kept');
    expect(await inquiries()).toEqual([]);
  });
});
