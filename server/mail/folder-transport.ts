import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type {
  MailMessage,
  MailTransport,
} from '../../supabase/functions/_shared/mail/mail-message.ts';
import { inTurn } from '../in-turn.ts';
import { mailOptions } from './mail-options.ts';

type FolderTransportOptions = { folder: string; from: string | null; now?: () => Date };

/**
 * Writes each email to the folder as `<time>-<key>.eml`, for any mail reader. An existing key is not written
 * again, and no reader sees a partial file.
 */
export function folderTransport({
  folder,
  from,
  now = () => new Date(),
}: FolderTransportOptions): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  const write = async (message: MailMessage): Promise<void> => {
    const ending = `-${fileNameFrom(message.key)}.eml`;
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).some((name) => name.endsWith(ending))) return;
    const composed = await composer.sendMail(mailOptions(message, from));
    const name = `${timeStamp(now())}${ending}`;
    await writeFile(join(folder, `${name}.part`), composed.message);
    await rename(join(folder, `${name}.part`), join(folder, name));
  };

  // One after the other, so that two sends of one key cannot both find it missing.
  return { send: inTurn(write) };
}

// 2026-05-12T10:15:00.123Z becomes 20260512T101500123Z: sorts by time, and is safe on any file system.
const timeStamp = (now: Date) => now.toISOString().replace(/[-:.]/g, '');

// Two keys that are equal once cleaned up still differ in their digest.
function fileNameFrom(key: string): string {
  const readable = key.replace(/[^a-zA-Z0-9]+/g, '_').slice(0, 80);
  return `${readable}-${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
}
