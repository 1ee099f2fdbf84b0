import { Query, type Connection, type QueryResult } from 'pg';
import { nameFor } from './statement-names.ts';

/** A statement that goes before another one, with values as text. */
export type Leading = { text: string; values?: unknown[] };

export type Statement = { text: string; values: unknown[] };

type Answered = (error: Error | null | undefined, result: QueryResult) => void;

/** What the driver does, as far as its types keep it to themselves. */
export type Protocol = Connection & {
  parsedStatements: Record<string, string | undefined>;
  parse: (message: { name: string; text: string }) => void;
  bind: (message: { statement: string; values: unknown[] }) => void;
  execute: (message: { portal: string }) => void;
  close: (message: { type: 'S'; name: string }) => void;
};

type DriversQuery = Omit<Query, 'submit'> & {
  name: string | undefined;
  submit(connection: Connection): Error | null;
  requiresPreparation(): boolean;
  prepare(connection: Protocol): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Protocol): void;
  handleError(error: Error, connection: Protocol): void;
};

const DriversQuery = Query as unknown as new (
  text: string,
  values: unknown[],
  answered: Answered,
) => DriversQuery;

/**
 * A statement with others that go before it, sent at once and answered at once. They stand or fall together: after
 * one that failed the database skips the rest, and without a `begin` among them they are one transaction, which
 * is committed when the last is done. Only the last one's rows are answered. Each connection keeps what it parsed
 * and planned for statements that come again.
 */
export class LedQuery extends DriversQuery {
  readonly #leading: readonly Leading[];
  readonly #text: string;
  #done = 0;

  constructor(leading: readonly Leading[], { text, values }: Statement, answered: Answered) {
    super(text, values, answered);
    this.#leading = leading;
    this.#text = text;
  }

  override submit(connection: Connection) {
    this.name = nameFor(connection as Protocol, this.#text);
    return super.submit(connection);
  }

  // Only statements that are prepared can be sent without waiting for each.
  override requiresPreparation() {
    return true;
  }

  override prepare(connection: Protocol) {
    for (const leading of this.#leading) send(connection, leading);
    makeRoom(connection, this.name);
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
    const name = nameFor(connection, leading.text);
    if (name) connection.parsedStatements[name] = leading.text;
  }

  override handleError(error: Error, connection: Protocol) {
    // Which of them the database got to know is not asked: it is told again.
    for (const { text } of [...this.#leading, { text: this.#text }]) {
      const name = nameFor(connection, text);
      if (name) connection.parsedStatements[name] = undefined;
    }
    super.handleError(error, connection);
  }
}

function send(connection: Protocol, { text, values = [] }: Leading) {
  const name = nameFor(connection, text) ?? '';
  if (!name || connection.parsedStatements[name] === undefined) {
    makeRoom(connection, name);
    connection.parse({ name, text });
  }
  connection.bind({ statement: name, values });
  connection.execute({ portal: '' });
}

// The name may be taken: by a statement that was asked long ago, or, in the one session of the embedded database,
// through a connection that is no more.
function makeRoom(connection: Protocol, name: string | undefined) {
  if (name && connection.parsedStatements[name] === undefined)
    connection.close({ type: 'S', name });
}
