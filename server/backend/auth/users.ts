import type { Pool, PoolClient } from 'pg';

type Instant = string | Date;
export type Metadata = Record<string, unknown>;

/** A second factor without its secret. */
type FactorSummary = {
  id: string;
  created_at: string;
  updated_at: string;
  status: 'unverified' | 'verified';
  friendly_name: string | null;
  factor_type: 'totp';
  last_challenged_at: string | null;
};

/** A row of auth.users with its factors. Instants are as the pool returns them. */
export type User = {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Instant | null;
  confirmation_sent_at: Instant | null;
  recovery_sent_at: Instant | null;
  email_change: string | null;
  email_change_sent_at: Instant | null;
  email_change_confirm_status: number;
  phone: string | null;
  phone_confirmed_at: Instant | null;
  phone_change: string | null;
  phone_change_sent_at: Instant | null;
  reauthentication_sent_at: Instant | null;
  confirmed_at: Instant | null;
  last_sign_in_at: Instant | null;
  raw_app_meta_data: Metadata;
  raw_user_meta_data: Metadata;
  is_anonymous: boolean;
  created_at: Instant;
  updated_at: Instant;
  factors: FactorSummary[] | null;
};

/** The columns to select or return for a `User`. */
export const userColumns = `users.*, (
  select jsonb_agg(to_jsonb(factor) order by created_at)
  from (
    select id, created_at, updated_at, status, friendly_name, factor_type, last_challenged_at
    from auth.mfa_factors where user_id = users.id
  ) as factor
) as factors`;

export const emailProvider: Metadata = { provider: 'email', providers: ['email'] };

const findUserBy =
  (column: 'id' | 'email' | 'phone') =>
  async (on: Pool | PoolClient, value: string): Promise<User | null> => {
    const sql = `select ${userColumns} from auth.users where ${column} = $1`;
    const { rows } = await on.query<User>(sql, [value]);
    return rows[0] ?? null;
  };

export const findUserById = findUserBy('id');
export const findUserByEmail = findUserBy('email');
export const findUserByPhone = findUserBy('phone');

const iso = (instant: Instant | null = null) => instant && new Date(instant).toISOString();

export const hasSecondFactor = (user: User) =>
  user.factors?.some(({ status }) => status === 'verified') ?? false;

const factorResponse = (factor: FactorSummary) => ({
  id: factor.id,
  created_at: iso(factor.created_at),
  updated_at: iso(factor.updated_at),
  status: factor.status,
  friendly_name: factor.friendly_name ?? '',
  factor_type: factor.factor_type,
  last_challenged_at: iso(factor.last_challenged_at),
});

/** The facts of every account; a new one has few others. */
type Account = Partial<User> &
  Pick<User, 'id' | 'aud' | 'role' | 'email' | 'phone' | 'is_anonymous'> &
  Pick<User, 'raw_app_meta_data' | 'raw_user_meta_data' | 'created_at' | 'updated_at'>;

/** The user in the clients' format. Fields without a value are omitted, as in the reference server. */
export function userResponse(user: Account) {
  const optional = {
    email_confirmed_at: iso(user.email_confirmed_at),
    phone_confirmed_at: iso(user.phone_confirmed_at),
    confirmation_sent_at: iso(user.confirmation_sent_at),
    confirmed_at: iso(user.confirmed_at),
    recovery_sent_at: iso(user.recovery_sent_at),
    new_email: user.email_change ?? null,
    email_change_sent_at: iso(user.email_change_sent_at),
    new_phone: user.phone_change ?? null,
    phone_change_sent_at: iso(user.phone_change_sent_at),
    reauthentication_sent_at: iso(user.reauthentication_sent_at),
    last_sign_in_at: iso(user.last_sign_in_at),
    factors: user.factors?.map(factorResponse) ?? null,
  };
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: identities(user),
    created_at: iso(user.created_at),
    updated_at: iso(user.updated_at),
    is_anonymous: user.is_anonymous,
  };
}

// The identities of an account without a provider. Clients read an empty list as "already registered".
function identities(user: Account) {
  const { id, email, phone } = user;
  const common = {
    identity_id: id,
    id,
    user_id: id,
    last_sign_in_at: iso(user.last_sign_in_at),
    created_at: iso(user.created_at),
    updated_at: iso(user.created_at),
  };
  const byEmail = email !== null && {
    ...common,
    identity_data: { sub: id, email, email_verified: Boolean(user.email_confirmed_at) },
    provider: 'email',
    email,
  };
  const byPhone = phone !== null && {
    ...common,
    identity_data: { sub: id, phone, phone_verified: Boolean(user.phone_confirmed_at) },
    provider: 'phone',
  };
  return [byEmail, byPhone].filter((identity) => identity !== false);
}
