import { Client } from 'pg';
import { ConfigurationError, type Config } from '../../config.ts';
import { verifyServer } from './verify-server.ts';

const clientsAtOnce = 2;
const rounds = 5;

// With its start: two machines may use the same process number.
const sessionOf = `select concat(pid, ' ', backend_start) as session,
    concat(pg_postmaster_start_time(), ' ', pg_database.oid) as database
  from pg_stat_activity join pg_database on pg_database.datname = current_database()
  where pid = pg_backend_pid()`;

/**
 * Throws ConfigurationError unless LISTEN, session locks, migrations and backups have an address that keeps sessions:
 * `DATABASE_DIRECT_URL`, or `DATABASE_URL` without it.
 */
export async function checkSessions({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): Promise<void> {
  if (!databaseUrl) return;
  const requests = await lookAt('DATABASE_URL', databaseUrl);
  if (!databaseDirectUrl) {
    if (requests.keepsSessions) return;
    throw new ConfigurationError(
      'DATABASE_URL leads through a connection pooler that keeps no sessions: set DATABASE_DIRECT_URL to the address of the database itself',
    );
  }
  const direct = await lookAt('DATABASE_DIRECT_URL', databaseDirectUrl);
  if (!direct.keepsSessions) {
    throw new ConfigurationError(
      'DATABASE_DIRECT_URL leads through a connection pooler that keeps no sessions: name the database itself',
    );
  }
  if (direct.database !== requests.database) {
    throw new ConfigurationError(
      'DATABASE_DIRECT_URL names another database than DATABASE_URL: both must name the same one',
    );
  }
}

/**
 * Connections ask in turn which session answers, in every other round in reverse order. A pooler in transaction mode
 * gives a waiting session to the next connection that asks, so two connections meet the same session, or one meets
 * two. Nothing is left behind in its sessions.
 */
async function lookAt(name: string, address: string) {
  const clients: Client[] = [];
  try {
    while (clients.length < clientsAtOnce) {
      // Reads the root certificate that the address names.
      const client = clientFor(address);
      clients.push(client);
      await client.connect();
    }
    const sessions = new Map<Client, Set<string>>(clients.map((client) => [client, new Set()]));
    let database = '';
    for (let round = 0; round < rounds; round += 1) {
      for (const client of round % 2 === 0 ? clients : clients.toReversed()) {
        const { rows } = await client.query<{ session: string; database: string }>(sessionOf);
        for (const row of rows) {
          sessions.get(client)?.add(row.session);
          ({ database } = row);
        }
      }
    }
    const seen = [...sessions.values()].flatMap((own) => [...own]);
    const keepsSessions = seen.length === clientsAtOnce && new Set(seen).size === clientsAtOnce;
    return { keepsSessions, database };
  } catch (error) {
    throw unusable(name, error);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

function clientFor(address: string): Client {
  const limitMs = 5_000;
  const client = new Client({
    connectionString: verifyServer(address),
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  });
  // The statement that fails reports a lost connection.
  client.on('error', () => undefined);
  return client;
}

/** One line for a database that doesn't answer as it should. */
export function unusable(name: string, error: unknown): ConfigurationError {
  const { message, code } = error as { message?: string; code?: string };
  return new ConfigurationError(`${name} can't be used: ${message || code}`);
}
