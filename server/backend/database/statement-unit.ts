import { createHash } from 'node:crypto';
import { DatabaseError, type Connection, type QueryResultRow, type Submittable } from 'pg';
import { columnTypes } from './column-types.ts';

/** A statement's text, and the name under which connections keep it; '' if they don't. */
export type KeptStatement = { text: string; name: string };

/** `name` spares computing it from the text. */
export type Statement = { text: string; name?: string; values?: (string | null)[] };

type Field = { name: string; dataTypeID: Parameters<typeof columnTypes.getTypeParser>[0] };
type Answered = (error: Error | null, rows: QueryResultRow[]) => void;

/**
 * The maximum number and length of prepared statements a connection keeps: their texts come from requests.
 */
const mostStatements = 100;
const longestText = 4_000;

/** The names of a connection's prepared statements in order of use, and those to close. */
type Kept = { names: Set<string>; stale: Set<string> };
const keptBy = new WeakMap<Connection, Kept>();

export const keptStatement = (text: string): KeptStatement => ({ text, name: nameOf(text) });

/** A hash of the text: the name means this statement on any connection. */
const nameOf = (text: string): string =>
  text.length > longestText ? '' : createHash('sha256').update(text).digest('base64url');

/**
 * Statements sent and answered together, with the rows of the last one. After a failure the database skips the
 * rest, and without a `begin` among them they are one transaction. It is passed to the driver like its own cursor
 * (`client.query(submittable)`) and uses only what the driver's types declare.
 */
export class StatementUnit implements Submittable {
  readonly #statements: readonly Statement[];
  readonly #answered: Answered;
  #kept: Kept = { names: new Set(), stale: new Set() };
  #fields: Field[] = [];
  #rows: QueryResultRow[] = [];

  constructor(statements: readonly Statement[], answered: Answered) {
    this.#statements = statements;
    this.#answered = answered;
  }

  submit(connection: Connection) {
    this.#kept = keptBy.get(connection) ?? this.#kept;
    keptBy.set(connection, this.#kept);
    connection.stream.cork();
    // First, because everything after a failure is skipped.
    for (const name of this.#kept.stale) connection.close({ type: 'S', name }, true);
    this.#kept.stale.clear();
    this.#statements.forEach(({ text, name = nameOf(text), values = [] }, index) => {
      this.#prepare(connection, name, text);
      connection.bind({ statement: name, values }, true);
      // Only a described statement returns rows.
      const isLast = index === this.#statements.length - 1;
      if (isLast) connection.describe({ type: 'P', name: '' }, true);
      connection.execute({ portal: '' }, true);
    });
    connection.sync();
    connection.stream.uncork();
  }

  #prepare(connection: Connection, name: string, text: string) {
    const { names } = this.#kept;
    const isKept = names.delete(name);
    if (name) names.add(name);
    if (isKept) return;
    // Another connection may have left the name in this session: it is parsed again.
    if (name) connection.close({ type: 'S', name }, true);
    connection.parse({ name, text, types: [] }, true);
    const [oldest] = names;
    if (oldest !== undefined && names.size > mostStatements) this.#forget(oldest);
  }

  #forget(name: string) {
    this.#kept.names.delete(name);
    if (name) this.#kept.stale.add(name);
  }

  handleRowDescription({ fields }: { fields: Field[] }) {
    this.#fields = fields;
  }

  handleDataRow({ fields: texts }: { fields: (string | null)[] }) {
    if (this.#fields.length === 0) return;
    const row: Record<string, unknown> = {};
    this.#fields.forEach(({ name, dataTypeID }, index) => {
      const text = texts[index] ?? null;
      const read = columnTypes.getTypeParser(dataTypeID, 'text') as (text: string) => unknown;
      row[name] = text === null ? null : read(text);
    });
    this.#rows.push(row);
  }

  handleCommandComplete() {
    // The rows were answered; the unit ends with `handleReadyForQuery`.
  }

  handleEmptyQuery() {
    // As above.
  }

  handleError(error: Error) {
    // It is unknown which of them the database parsed: all are closed and parsed again.
    for (const { text } of this.#statements) this.#forget(nameOf(text));
    this.#answered(error, []);
  }

  handleReadyForQuery() {
    this.#answered(null, this.#rows);
  }
}

/**
 * Nothing ran: the session does not have the statement, as behind a transaction pooler, or a newer version of the server
 * changed the columns that it returns.
 */
export const isUnknownStatement = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'));
