import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import { takeMailAttempt } from './mail-limits.ts';
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
  data: Metadata;
};

/**
 * Stores a new account that needs a confirmation. For an unconfirmed one the latest password, data and message count;
 * the confirmation drops them unless it comes from the browser that gave them. Null when the contact belongs to a
 * confirmed account.
 */
export async function keepUnconfirmed(
  auth: Auth,
  client: PoolClient,
  account: NewAccount,
): Promise<string | null> {
  const { by } = account.contact;
  const { rows } = await client.query<{ id: string }>(
    `${insertAccount(by)} do update set
       encrypted_password = excluded.encrypted_password, raw_user_meta_data = excluded.raw_user_meta_data,
       confirmation_sent_at = excluded.confirmation_sent_at, updated_at = excluded.updated_at
       where known.${by}_confirmed_at is null
     returning id`,
    accountValues(auth, account),
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
