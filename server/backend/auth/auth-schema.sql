-- Accounts and sessions of the embedded backend, in the shape of the hosted backend's auth schema. Only the host
-- reads and writes these tables; policies use auth.uid() and security-definer functions. Secrets are stored as
-- hashes: a reader of a backup cannot sign in.

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text unique check (email = lower(btrim(email)) and length(email) between 3 and 254),
  encrypted_password text,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  -- The requested address, until both mailboxes confirm it (0 none, 1 one of the two).
  email_change text check (email_change = lower(btrim(email_change)) and length(email_change) between 3 and 254),
  email_change_sent_at timestamptz,
  email_change_confirm_status smallint not null default 0 check (email_change_confirm_status in (0, 1)),
  -- Digits only, with the country code and without the plus sign.
  phone text unique check (phone ~ '^[0-9]{8,15}$'),
  phone_confirmed_at timestamptz,
  phone_change text check (phone_change ~ '^[0-9]{8,15}$'),
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  is_anonymous boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reauthentication_sent_at timestamptz,
  check (email is not null or phone is not null)
);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- How the person signed in: [{"method": "password", "timestamp": 1700000000}].
  amr jsonb not null default '[]',
  user_agent text,
  ip text,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz,
  -- The factor that raised the session to aal2. No foreign key: the code that removes the factor updates the
  -- session.
  factor_id uuid
);

create index sessions_user_id_idx on auth.sessions (user_id);

-- One row for every refresh token of a session. A used one that returns late means that two parties have the
-- session, and ends it.
create table auth.refresh_tokens (
  token_hash text primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);

-- The token of an email or a text message: a long secret for the link and a six-digit code. A person has at most
-- one of each kind, so a new message revokes the older one.
create table auth.one_time_tokens (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- phone_confirmation is for signing up with a number, phone for signing in with a code.
  token_type text not null check (
    token_type in (
      'confirmation', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'phone_change', 'phone',
      'phone_confirmation', 'reauthentication'
    )
  ),
  token_hash text not null unique,
  code_hash text not null,
  -- The address or number it was sent to.
  relates_to text not null,
  failed_attempts smallint not null default 0,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, token_type)
);

create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to);

-- A verified link of the code flow, waiting for its exchange by the holder of the verifier.
create table auth.flow_state (
  auth_code_hash text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  authentication_method text not null,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index flow_state_user_id_idx on auth.flow_state (user_id);

-- Attempts within a window, by hashed key (a counter's name and an account or address). In the database, so that a
-- restart or a replica grants no new attempts.
create table auth.rate_limits (
  key_hash text primary key,
  attempts integer not null,
  expires_at timestamptz not null
);

create index rate_limits_expires_at_idx on auth.rate_limits (expires_at);

alter table auth.users enable row level security;
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.flow_state enable row level security;
alter table auth.rate_limits enable row level security;

revoke all on auth.users, auth.sessions, auth.refresh_tokens, auth.one_time_tokens, auth.flow_state, auth.rate_limits
  from public, anon, authenticated, service_role;
