-- What a database of commit ce381a9e needs before it has the functions of the baseline.

create policy "Server functions may do what they are granted"
  on public.disputes for all to service_role using (true) with check (true);

grant select on public.disputes to service_role;

create index bookings_paid_unmarked_idx on public.bookings (booking_date desc, booking_time desc, id)
  where status = 'paid' and done_at is null and no_show_at is null;

create table public.website_texts (
  name text primary key check (name in ('chat_answers', 'privacy', 'terms', 'cancellation')),
  -- A list of answers, or the text of a page. Null for the product's own wording (domain/texts, domain/chat).
  body jsonb,
  -- Goes up with every change, so that nobody overwrites what they have not read.
  revision integer not null default 0,
  constraint website_texts_body_check check (
    length(body::text) <= 100000
    and jsonb_typeof(body) = case name when 'chat_answers' then 'array' else 'string' end
  )
);

alter table public.website_texts enable row level security;

create policy "Server functions may do what they are granted"
  on public.website_texts for all to service_role using (true) with check (true);

revoke all on public.website_texts from public, anon, authenticated, service_role;

grant select on public.website_texts to anon, authenticated;

grant update (body) on public.website_texts to authenticated;

grant all on public.website_texts to service_role;

create policy "Texts of the website can be read by everyone"
  on public.website_texts for select to anon, authenticated
  using (true);

create policy "Texts of the website can be changed by administrators"
  on public.website_texts for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

insert into public.website_texts (name) values ('chat_answers'), ('privacy'), ('terms'), ('cancellation');

create table private.outside_world (
  part text primary key check (part in ('mail', 'payments', 'texts', 'address')),
  name text not null check (length(name) between 1 and 300),
  connected_at timestamptz not null default now()
);

alter table private.outside_world enable row level security;

revoke all on private.outside_world from public, anon, authenticated, service_role;

alter table public.crew_changes drop constraint crew_changes_action_check;

alter table public.crew_changes add constraint crew_changes_action_check check (action in (
  'added', 'changed', 'removed', 'member_invited', 'invitation_withdrawn', 'member_added', 'member_removed'
)) not valid;

create table public.crew_invitations (
  email text primary key check (email = lower(btrim(email)) and length(email) <= 254 and email like '%_@_%'),
  crew smallint not null references public.crews (number) on delete cascade,
  -- Of the last email.
  invited_at timestamptz not null default now(),
  -- The administrator's email address.
  invited_by text not null check (length(invited_by) between 1 and 254)
);

create index crew_invitations_crew_idx on public.crew_invitations (crew);

alter table public.crew_invitations enable row level security;

create policy "Server functions may do what they are granted"
  on public.crew_invitations for all to service_role using (true) with check (true);

revoke all on public.crew_invitations from public, anon, authenticated, service_role;

grant select on public.crew_invitations to service_role;

alter table public.crew_changes validate constraint crew_changes_action_check;

create table public.mail_choice_links (
  token_hash bytea primary key,
  email text not null references public.mail_choices (email) on update cascade on delete cascade,
  created_at timestamptz not null default now()
);

create index mail_choice_links_email_idx on public.mail_choice_links (email);

alter table public.mail_choice_links enable row level security;

create policy "Server functions may do what they are granted"
  on public.mail_choice_links for all to service_role using (true) with check (true);

revoke all on public.mail_choice_links from public, anon, authenticated, service_role;

grant all on public.mail_choice_links to service_role;

insert into public.mail_choice_links (token_hash, email)
select private.hash_of_token(token), email from public.mail_choices;

update public.mail_choices set token = default where true;

-- The password of the latest sign-up with an email address or phone number, whether or not an account has it. A sign-in
-- with it is answered as unconfirmed in either case (docs/decisions/0125). The hosted backend's own service has no use for it.
create table private.sign_up_passwords (
  contact text primary key,
  encrypted_password text not null,
  created_at timestamptz not null
);

create index sign_up_passwords_created_at_idx on private.sign_up_passwords (created_at);

alter table private.sign_up_passwords enable row level security;

revoke all on private.sign_up_passwords from public, anon, authenticated, service_role;

alter table private.forgetting add column rewrite_due boolean not null default false;

alter table public.booking_photos add column removed_by text;

alter table public.booking_photos add constraint booking_photos_removed_by_check
  check (length(removed_by) between 1 and 254) not valid;

alter table public.condition_marks add column removed_by text;

alter table public.condition_marks add constraint condition_marks_removed_by_check
  check (length(removed_by) between 1 and 254) not valid;

alter table public.booking_photos validate constraint booking_photos_removed_by_check;

alter table public.condition_marks validate constraint condition_marks_removed_by_check;

alter table private.outside_world drop constraint outside_world_part_check;

alter table private.outside_world add constraint outside_world_part_check check (
  part in ('mail', 'payments', 'texts', 'address', 'files', 'backups')
) not valid;

alter table private.outside_world validate constraint outside_world_part_check;

create table private.outbox_hold (
  only_row boolean primary key default true check (only_row),
  -- Whatever was queued until then waits.
  restored_at timestamptz not null,
  -- When the backup was made; null if unknown.
  backup_of timestamptz
);

alter table private.outbox_hold enable row level security;

revoke all on private.outbox_hold from public, anon, authenticated, service_role;

-- Trouble that a server has with a service or with its machine, as it last reported it. A `place` is a server's name; ''
-- for what all servers share.
create table private.service_troubles (
  part text not null check (part in ('payments', 'payment_keys', 'text_keys', 'disk')),
  place text not null check (length(place) <= 100),
  since timestamptz not null,
  seen_at timestamptz not null,
  reason text not null check (length(reason) <= 500),
  primary key (part, place)
);

alter table private.service_troubles enable row level security;

revoke all on private.service_troubles from public, anon, authenticated, service_role;

create index stripe_events_received_at_idx on public.stripe_events (received_at);

create table public.unanswered_questions (
  id uuid primary key default gen_random_uuid(),
  words text not null check (length(words) between 1 and 200),
  asked integer not null default 1 check (asked > 0),
  -- The local day when it was last asked.
  last_day date not null
);

create unique index unanswered_questions_words_idx on public.unanswered_questions (lower(words));

create index unanswered_questions_last_day_idx on public.unanswered_questions (last_day);

alter table public.unanswered_questions enable row level security;

create policy "Server functions may do what they are granted"
  on public.unanswered_questions for all to service_role using (true) with check (true);

revoke all on public.unanswered_questions from public, anon, authenticated, service_role;

grant select on public.unanswered_questions to service_role;

create index if not exists coupon_redemptions_code_idx on public.coupon_redemptions (code);

create index if not exists bookings_customer_phone_idx on public.bookings (customer_phone);

drop index public.bookings_phone_idx;

create index if not exists payment_findings_email_idx on public.payment_findings (lower(facts ->> 'email'));

alter function private.booking_tags(text, text, integer, integer, timestamptz, timestamptz) cost 10000;

create table public.retention (
  kind text primary key check (kind ~ '^[a-z][a-z_]{0,39}$'),
  keep_days integer not null,
  -- What the law or the product needs at least.
  least_days integer not null check (least_days > 0),
  constraint retention_is_long_enough check (keep_days >= least_days)
);

alter table public.retention enable row level security;

create policy "Server functions may do what they are granted"
  on public.retention for all to service_role using (true) with check (true);

revoke all on public.retention from public, anon, authenticated, service_role;

grant select on public.retention to service_role;

insert into public.retention (kind, keep_days, least_days) values
  ('emails', 540, 90), ('texts', 540, 90), ('text_words', 90, 30), ('text_consents', 1460, 1460),
  ('history', 2555, 2555), ('visit_links', 60, 15), ('payment_links', 60, 1), ('provider_events', 90, 30),
  ('inquiries', 730, 30), ('waiting_list', 30, 1), ('unpaid_bookings', 30, 7), ('operations', 90, 30), ('work', 730, 180),
  ('sessions', 30, 30), ('used_tokens', 30, 7), ('codes', 1, 1);

create index if not exists mail_outbox_created_at_idx on public.mail_outbox (created_at);

create index if not exists text_outbox_words_idx on public.text_outbox (created_at)
  where status <> 'queued' and (body <> '' or data <> '{}');

create index if not exists text_consents_given_at_idx on public.text_consents (given_at);

create index if not exists visit_links_told_date_idx on public.visit_links (told_date);

create index if not exists payment_links_expires_at_idx on public.payment_links (expires_at);

create index if not exists booking_changes_copies_idx on public.booking_changes (id)
  where action = 'created' and "is" ? 'address';

create index if not exists customers_email_beginning_idx on public.customers (email text_pattern_ops);

create index payment_findings_outside_idx on public.payment_findings (closed_at, id) where reason = 'outside';

create table private.photo_sweep (
  only_row boolean primary key default true check (only_row),
  bucket_id text not null default '',
  name text not null default ''
);

alter table private.photo_sweep enable row level security;

revoke all on private.photo_sweep from public, anon, authenticated, service_role;

create index mail_outbox_new_address_idx on public.mail_outbox (lower(data ->> 'new_email'))
  where template_type = 'email_change';

create table private.former_visits (
  claim_id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  ended_at timestamptz not null default now()
);

create index former_visits_booking_id_idx on private.former_visits (booking_id);

create index former_visits_ended_at_idx on private.former_visits (ended_at);

alter table private.former_visits enable row level security;

revoke all on private.former_visits from public, anon, authenticated, service_role;

update public.text_outbox set body = body
where status <> 'queued' and (body <> '' or data <> '{}');

create table public.photo_links (
  token_hash bytea primary key,
  booking_id uuid not null references public.photo_consents (booking_id) on delete cascade,
  -- Null for a link that was mailed.
  expires_at timestamptz
);

create index photo_links_booking_id_idx on public.photo_links (booking_id);

alter table public.photo_links enable row level security;

revoke all on public.photo_links from public, anon, authenticated, service_role;

insert into public.photo_links (token_hash, booking_id)
select private.hash_of_token(token), booking_id from public.photo_consents;

alter table public.photo_consents drop column token;

alter table public.mail_choices drop column token;

alter table public.bookings add column opens_by_id boolean not null default true;

update public.bookings
set opens_by_id = false
where customer_email like 'deleted-%@account.invalid' or id in (
  select booking_id from public.booking_changes
  where action = 'changed' and was ->> 'customer_email' is not null and "is" ? 'customer_email'
);

alter table public.bookings add column cancellation_free_until timestamptz;

grant select (cancellation_free_until) on public.bookings to anon;

alter table public.payments add column crew_holds boolean not null default false;

create index payments_crew_holds_idx on public.payments (recorded_by) where crew_holds;

alter table private.money_moves drop constraint money_moves_pkey, add primary key (booking_id, id, at);

alter table public.refunds add column method text check (method in ('cash', 'card', 'e_transfer'));

alter table private.backup_state add column failures integer not null default 0;
