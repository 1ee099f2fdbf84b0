import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from './backend/database/database.ts';
import { readConfig } from './config.ts';
import {
  connectedParts,
  disconnect,
  needSameWorld,
  noteWorld,
  type Part,
} from './outside-world.ts';
import { describeEachDatabase } from './testing/databases.ts';

const connected = {
  SMTP_URL: 'smtps://booking:secret@mail.example:465',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'a token',
  TWILIO_FROM: '+19055550142',
  PUBLIC_URL: 'https://wash.example',
  MAIL_FROM: 'booking@wash.example',
  S3_BUCKET: 'photos',
  S3_ACCESS_KEY_ID: 'a key',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_ENDPOINT: 'https://store.example',
  BACKUP_SCHEDULE: '03:30',
  BACKUP_TO: 's3://wash/daily',
};

const ofTexts = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'];

describeEachDatabase('the outside world of a database', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  it('is nothing for a new database, which any process may open', async () => {
    await needSameWorld(database, readConfig({}));
    await noteWorld(database, readConfig({}));
    expect(await connectedParts(database)).toEqual({});
  });

  it('is remembered without secrets', async () => {
    await noteWorld(database, readConfig(connected));
    const parts = await connectedParts(database);
    expect(Object.keys(parts).sort()).toEqual([
      'address',
      'backups',
      'files',
      'mail',
      'payments',
      'texts',
    ]);
    expect(parts).toMatchObject({
      mail: 'mail.example:465',
      address: 'https://wash.example',
      files: 'the bucket photos at store.example',
      backups: 'the bucket wash at store.example/daily/',
    });
    expect(JSON.stringify(parts)).not.toMatch(/a key|secret|sk_test|pk_test|AC000/);
    await needSameWorld(database, readConfig(connected));
  });

  it.each([
    ['SMTP_URL', ['SMTP_URL', 'MAIL_FROM'], 'mail'],
    [
      'STRIPE_SECRET_KEY',
      ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
      'payments',
    ],
    ['TWILIO_ACCOUNT_SID', ofTexts, 'texts'],
    ['PUBLIC_URL', ['PUBLIC_URL'], 'address'],
    ['S3_BUCKET', ['S3_BUCKET'], 'files'],
    ['BACKUP_TO', ['BACKUP_SCHEDULE', 'BACKUP_TO'], 'backups'],
  ] as [string, string[], Part][])(
    'refuses a process without %s until it is disconnected',
    async (name, lost, part) => {
      // Text messages need a public address.
      const without = part === 'address' ? [...lost, ...ofTexts] : lost;
      const rest = Object.entries(connected).filter(([variable]) => !without.includes(variable));
      if (part === 'address') await disconnect(database, 'texts');
      const config = readConfig(Object.fromEntries(rest));
      await expect(needSameWorld(database, config)).rejects.toThrow(
        new RegExp(`^${name} is missing: .*npm run admin -- disconnect ${part}$`),
      );
      expect(await disconnect(database, part)).toBe(true);
      expect(await disconnect(database, part)).toBe(false);
      await needSameWorld(database, config);
      await noteWorld(database, readConfig(connected));
    },
  );
});
