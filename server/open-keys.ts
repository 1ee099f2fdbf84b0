import type { Database } from './backend/database/database.ts';
import { inTransaction } from './backend/database/transaction.ts';
import { accessTokenSeconds } from './backend/auth/tokens.ts';
import { bytesOf, keysFrom, newSecret, type Keys, type Signing } from './backend/keys.ts';
import { keptSecret } from './secrets.ts';

/** The longest time in which a running server signs with a replaced secret. */
export const refreshMs = 60_000;
// A forged token must not cost a query each time.
const pauseMs = 1_000;

type Queryable = Pick<Database, 'pool'>;

/** The keys of a running server. `refresh` follows a change of the secret of tokens. */
export async function openKeys(database: Queryable): Promise<Required<Keys>> {
  const secret = await keptSecret(database, 'token_secret');
  const read = async () => keysFrom(secret, await signingOf(database));
  let asked: { at: number; answer: Promise<void> } | null = null;
  const keys = {
    ...(await read()),
    refresh: () => {
      if (!asked || performance.now() - asked.at > pauseMs) {
        asked = { at: performance.now(), answer: refreshOnce() };
      }
      return asked.answer;
    },
  };
  async function refreshOnce() {
    const found = await read();
    if (found.serviceKey !== keys.serviceKey) Object.assign(keys, found);
  }
  return keys;
}

// Until the first change tokens are signed with the secret that also hashes.
async function signingOf({ pool }: Queryable): Promise<Signing> {
  await pool.query(
    `insert into host.secrets (name, value)
     select 'signing_secret', value from host.secrets where name = 'token_secret' on conflict (name) do nothing`,
  );
  const { rows } = await pool.query<{ current: string; former: string | null; until: number }>(
    `select signing.value as current, former.value as former,
       ((extract(epoch from former.stored_at) + $1) * 1000)::float8 as until
     from host.secrets as signing
     left join host.secrets as former on former.name = 'former_signing_secret'
     where signing.name = 'signing_secret'`,
    [accessTokenSeconds + refreshMs / 1000],
  );
  const [row] = rows;
  if (!row) throw new Error('The secret of tokens could not be stored');
  const { current, former, until } = row;
  return {
    current: bytesOf(current),
    former: former === null ? null : { secret: bytesOf(former), until: new Date(until) },
  };
}

/** Replaces the secret of tokens. Tokens signed with the former one are accepted for their hour, and not longer. */
export async function rotateSigningSecret(database: Database): Promise<void> {
  await openKeys(database);
  await inTransaction(database, async (client) => {
    await client.query(`delete from host.secrets where name = 'former_signing_secret'`);
    await client.query(
      `update host.secrets set name = 'former_signing_secret', stored_at = now() where name = 'signing_secret'`,
    );
    await client.query(`insert into host.secrets (name, value) values ('signing_secret', $1)`, [
      newSecret(),
    ]);
  });
}
