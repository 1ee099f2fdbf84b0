import { createInterface } from 'node:readline';
import type { Answer } from '../control.ts';
import { ConfigurationError } from '../config.ts';
import { askServer } from '../control.ts';
import { runCommand, type Place } from './commands.ts';
import { AdminCommandError } from './reset-administrator.ts';

type Said = { print: string } | { refused: string } | { exitCode: number };

/** Runs commands in the server, which has the embedded database to itself. */
export const answerCommand =
  (place: Place): Answer =>
  async (line, words) => {
    const say = (said: Said) => line.write(`${JSON.stringify(said)}\n`);
    try {
      say({ exitCode: await runCommand(words, place, (text) => say({ print: text })) });
    } catch (error) {
      const isPlain = error instanceof AdminCommandError || error instanceof ConfigurationError;
      if (isPlain) say({ refused: error.message });
      else say({ refused: `The command failed: ${String(error)}` });
    }
    line.end();
  };

/**
 * Has the server of this data folder run the command. Returns the exit code, or null if no server listens. Throws
 * AdminCommandError with the server's message.
 */
export async function askForCommand(
  dataDir: string,
  words: string[],
  print: (line: string) => void,
): Promise<number | null> {
  const line = await askServer(dataDir, ['command', ...words]);
  if (!line) return null;
  try {
    for await (const text of createInterface({ input: line })) {
      const said = JSON.parse(text) as Said;
      if ('print' in said) print(said.print);
      else if ('exitCode' in said) return said.exitCode;
      else throw new AdminCommandError(said.refused);
    }
  } finally {
    // An open line would keep this process alive.
    line.destroy();
  }
  throw new AdminCommandError('The server ended before the command did');
}
