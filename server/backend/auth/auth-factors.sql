-- Second factors, text messages and identities at other providers, in the shape of the hosted backend's auth
-- schema. Only the host may use these tables.

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text check (length(friendly_name) <= 100),
  factor_type text not null check (factor_type = 'totp'),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- Encrypted with a key derived from the host's secret.
  secret text not null,
  -- The half minute of the last accepted code: neither it nor an older one is accepted again.
  last_used_step bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_challenged_at timestamptz
);

create unique index mfa_factors_friendly_name_idx on auth.mfa_factors (user_id, friendly_name);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now()
);

create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

-- Text messages, written in the transaction of their code and sent by a worker. The text is cleared after sending,
-- and never sent late, because its code would have expired.
create table auth.sms_outbox (
  id uuid primary key default gen_random_uuid(),
  phone text not null check (phone ~ '^[0-9]{8,15}$'),
  body text not null check (length(body) <= 500),
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- A worker's lease.
  locked_until timestamptz,
  last_error text check (length(last_error) <= 500),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz
);

create index sms_outbox_queued_idx on auth.sms_outbox (next_attempt_at) where status = 'queued';
create index sms_outbox_created_at_idx on auth.sms_outbox (created_at);

-- An account's identity at another provider.
create table auth.identities (
  provider text not null,
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (provider, provider_id)
);

create index identities_user_id_idx on auth.identities (user_id);

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.sms_outbox enable row level security;
alter table auth.identities enable row level security;

revoke all on auth.mfa_factors, auth.mfa_challenges, auth.sms_outbox, auth.identities
  from public, anon, authenticated, service_role;
