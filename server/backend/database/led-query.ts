import { Query, type Connection, type QueryResult } from 'pg';

/** A statement that goes before another one. With a `name`, each connection parses it once. */
export type Leading = { text: string; values?: unknown[]; name?: string };

export type Statement = { text: string; values: unknown[] };

type Answered = (error: Error | null | undefined, result: QueryResult) => void;

// What the driver does, as far as its types keep it to themselves.
type Protocol = Connection & {
  parse: (message: { name: string; text: string }) => void;
  bind: (message: { statement: string; values: unknown[] }) => void;
  execute: (message: { portal: string }) => void;
  close: (message: { type: 'S'; name: string }) => void;
};

type DriversQuery = {
  requiresPreparation(): boolean;
  prepare(connection: Protocol): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Protocol): void;
};

const DriversQuery = Query as unknown as new (
  text: string,
  values: unknown[],
  answered: Answered,
) => Query & DriversQuery;

/** Which named statements each connection is known to have. */
const parsed = new WeakMap<Protocol, Set<string>>();

/**
 * A statement with others that go before it, sent at once and answered at once. They stand or fall together: after
 * one that failed the database skips the rest, and without a `begin` among them they are one transaction, which
 * is committed when the last is done. Values of the leading ones are text; only the last one's rows are answered.
 */
export class LedQuery extends DriversQuery {
  readonly #leading: readonly Leading[];
  #done = 0;

  constructor(leading: readonly Leading[], { text, values }: Statement, answered: Answered) {
    super(text, values, answered);
    this.#leading = leading;
  }

  // Only statements that are prepared can be sent without waiting for each.
  override requiresPreparation() {
    return true;
  }

  override prepare(connection: Protocol) {
    for (const leading of this.#leading) send(connection, leading);
    super.prepare(connection);
  }

  override handleDataRow(message: unknown) {
    if (this.#done === this.#leading.length) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Protocol) {
    const leading = this.#leading[this.#done];
    if (!leading) {
      super.handleCommandComplete(message, connection);
      return;
    }
    this.#done += 1;
    if (leading.name) namesOf(connection).add(leading.name);
  }
}

function send(connection: Protocol, { text, values = [], name = '' }: Leading) {
  if (!name || !namesOf(connection).has(name)) {
    // The embedded database has one session for all clients, and may know the name from another one.
    if (name) connection.close({ type: 'S', name });
    connection.parse({ name, text });
  }
  connection.bind({ statement: name, values });
  connection.execute({ portal: '' });
}

function namesOf(connection: Protocol): Set<string> {
  const names = parsed.get(connection) ?? new Set();
  parsed.set(connection, names);
  return names;
}
