import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { socketPath } from './socket-path.ts';

/**
 * How a program on the same machine asks a running server: over a socket in the data folder that only the folder's
 * owner can open. The first line is a list of words in JSON; the first word names the answer.
 */

/** Writes to the line and ends it. Never throws: what is asked must not stop the server. */
export type Answer = (line: Socket, words: string[]) => Promise<void>;

const socketName = 'control';
const longestQuestion = 4_096;

export async function openControl(
  dataDir: string,
  answers: Readonly<Record<string, Answer>>,
): Promise<{ close: () => Promise<void> }> {
  // Left by a killed server.
  await rm(join(dataDir, socketName), { force: true });
  const place = await socketPath(dataDir, socketName);
  if (!place) return { close: () => Promise.resolve() };
  const lines = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (line) => {
    lines.add(line);
    line.on('error', () => undefined);
    line.on('close', () => lines.delete(line));
    void firstLine(line).then(async (words) => {
      const [name = '', ...rest] = words ?? [];
      const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
      if (answer) await answer(line, rest);
      else line.destroy();
    });
  });
  // The mask applies from the socket's first moment; chmod would come too late.
  const mask = process.umask(0o177);
  try {
    server.listen(place.path);
  } finally {
    process.umask(mask);
  }
  await once(server, 'listening');
  return {
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const line of lines) line.destroy();
      await closed;
      await place.release();
    },
  };
}

async function firstLine(line: Socket): Promise<string[] | null> {
  let text = '';
  try {
    for await (const chunk of line.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      text += chunk.toString();
      if (text.includes('\n') || text.length > longestQuestion) break;
    }
    const words: unknown = JSON.parse(text);
    return Array.isArray(words) ? words.map(String) : null;
  } catch {
    return null;
  }
}

/** Null if no server listens. */
export async function askServer(dataDir: string, words: string[]): Promise<Socket | null> {
  const place = await socketPath(dataDir, socketName).catch(() => null);
  if (!place) return null;
  const line = connect(place.path);
  try {
    await once(line, 'connect');
  } catch {
    return null;
  } finally {
    await place.release();
  }
  line.write(`${JSON.stringify(words)}\n`);
  return line;
}
