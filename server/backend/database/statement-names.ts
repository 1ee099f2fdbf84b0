import type { Protocol } from './led-query.ts';

/** What a connection keeps at most, and of what length: the texts come with requests. */
const mostStatements = 100;
const longestText = 4_000;

const named = new WeakMap<Protocol, Map<string, string>>();

/**
 * The name under which a connection keeps a statement; undefined for one that is too long to be kept. The one that
 * was not asked for longest gives up its name for a new one.
 */
export function nameFor(connection: Protocol, text: string): string | undefined {
  if (text.length > longestText) return undefined;
  const names = named.get(connection) ?? new Map<string, string>();
  named.set(connection, names);
  const name = names.get(text) ?? freeName(connection, names);
  names.delete(text);
  names.set(text, name);
  return name;
}

function freeName(connection: Protocol, names: Map<string, string>): string {
  if (names.size < mostStatements) return `kept_${names.size}`;
  const [[text, name] = ['', '']] = names;
  names.delete(text);
  connection.parsedStatements[name] = undefined;
  return name;
}
