import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderTransport } from './folder-transport.ts';
import { sampleMessage } from './sample-message.ts';

describe('email into a folder', () => {
  let parent: string;
  let folder: string;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'mail-'));
    folder = join(parent, 'mail');
  });
  afterEach(() => rm(parent, { recursive: true }));

  const now = () => new Date('2026-06-01T14:00:00.123Z');
  const transport = () => folderTransport({ folder, from: 'bookings@shop.example', now });

  it('writes a complete email under its time and key, and creates the folder', async () => {
    await transport().send(sampleMessage());
    const [name = ''] = await readdir(folder);
    expect(name).toMatch(/^20260601T140000123Z-booking_confirmation_3f0c-[0-9a-f]{12}\.eml$/);
    const mail = await PostalMime.parse(await readFile(join(folder, name)));
    expect(mail).toMatchObject({
      subject: sampleMessage().subject,
      messageId: sampleMessage().messageId,
      to: [{ address: 'ada@example.com' }],
    });
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['booking.ics']);
  });

  it('never writes the same key twice, at once or after a restart', async () => {
    const first = transport();
    await Promise.all([first.send(sampleMessage()), first.send(sampleMessage())]);
    await transport().send(sampleMessage());
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('distinguishes keys that would make the same file name', async () => {
    const post = transport();
    await post.send(sampleMessage({ key: 'a:b' }));
    await post.send(sampleMessage({ key: 'a/b' }));
    await post.send(sampleMessage({ key: '../../a b' }));
    expect(await readdir(folder)).toHaveLength(3);
    expect(await readdir(parent)).toEqual(['mail']);
  });

  it('continues after an email that could not be written', async () => {
    const post = transport();
    await expect(post.send(sampleMessage({ to: 'nobody' }))).rejects.toThrow();
    await post.send(sampleMessage());
    expect(await readdir(folder)).toHaveLength(1);
  });
});
