import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import { takeMailAttempt } from './mail-limits.ts';
import { confirmationLifetimeMs } from './one-time-tokens.ts';
import { contestedPassword } from './passwords.ts';
import { takeSmsAttempt } from './sms-limits.ts';
import { emailProvider, type Metadata } from './users.ts';

/** The email address or phone number of an account. */
export type Contact = { by: 'email' | 'phone'; value: string };

const phoneProvider: Metadata = { provider: 'phone', providers: ['phone'] };

export const providerOf = ({ by }: Contact) => (by === 'email' ? emailProvider : phoneProvider);

/** Counts a request that may send to the contact. Throws 429. */
export const takeSendAttempt = (auth: Auth, c: Context, kind: string, { by, value }: Contact) =>
  by === 'email' ? takeMailAttempt(auth, c, kind, value) : takeSmsAttempt(auth, c, value);

export type NewAccount = {
  id: string;
  contact: Contact;
  /** None for sign-ins by code. */
  encryptedPassword: string | null;
  /** The stored hash of the contact, if it is of the same password. */
  knownHash?: string | null;
  data: Metadata;
};

/** The password data of an unconfirmed contact. */
export async function unconfirmedHash({ database }: Auth, { by, value }: Contact) {
  const { rows } = await database.pool.query<{ encrypted_password: string | null }>(
    `select encrypted_password from auth.users where ${by} = $1 and ${by}_confirmed_at is null`,
    [value],
  );
  return rows[0]?.encrypted_password ?? null;
}

/**
 * Stores a new account that needs a confirmation. For an unconfirmed one the latest data and the newest message
 * count. Its password is discarded when a different one is given while an older message may still arrive;
 * otherwise the latest sign-up would set the password that the mailbox's next reader confirms. Null when the
 * contact belongs to a confirmed account.
 */
export async function keepUnconfirmed(
  auth: Auth,
  client: PoolClient,
  account: NewAccount,
): Promise<string | null> {
  const { by } = account.contact;
  const { rows } = await client.query<{ id: string }>(
    `${insertAccount(by)} do update set
       encrypted_password = case
         when known.encrypted_password is null or known.confirmation_sent_at <= $7
           then excluded.encrypted_password
         when known.encrypted_password = $8 then known.encrypted_password
         else '${contestedPassword}'
       end,
       raw_user_meta_data = excluded.raw_user_meta_data,
       confirmation_sent_at = excluded.confirmation_sent_at, updated_at = excluded.updated_at
       where known.${by}_confirmed_at is null
     returning id`,
    [
      ...accountValues(auth, account),
      new Date(auth.now().getTime() - confirmationLifetimeMs),
      account.knownHash ?? null,
    ],
  );
  return rows[0]?.id ?? null;
}

/** The account of the contact, confirmed or not; created if missing. */
export async function findOrKeep(
  auth: Auth,
  client: PoolClient,
  account: NewAccount,
): Promise<string | null> {
  await client.query(
    `${insertAccount(account.contact.by)} do nothing`,
    accountValues(auth, account),
  );
  return findAccount(client, account.contact);
}

export async function findAccount(client: PoolClient, { by, value }: Contact) {
  const { rows } = await client.query<{ id: string }>(
    `select id from auth.users where ${by} = $1`,
    [value],
  );
  return rows[0]?.id ?? null;
}

// The id derives from the contact; an account that changed its contact may still have it.
const insertAccount = (by: Contact['by']) => `
  insert into auth.users as known
    (id, ${by}, encrypted_password, raw_app_meta_data, raw_user_meta_data, confirmation_sent_at, created_at, updated_at)
  values (
    case when exists (select from auth.users where id = $1 and ${by} is distinct from $2) then gen_random_uuid() else $1 end,
    $2, $3, $4, $5, $6, $6, $6
  )
  on conflict (${by})`;

const accountValues = (auth: Auth, { id, contact, encryptedPassword, data }: NewAccount) => [
  id,
  contact.value,
  encryptedPassword,
  JSON.stringify(providerOf(contact)),
  JSON.stringify(data),
  auth.now(),
];
