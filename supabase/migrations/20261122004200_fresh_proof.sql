-- A stolen token is good for an hour. It must not be enough to take the account over: what changes how a person
-- signs in, or hands out something that outlives the token, needs a fresh proof.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- When the person last proved who they are, by the claim `amr` of a session; refreshing a token proves nothing.
create function private.last_proof_in(amr jsonb) returns timestamptz
language sql immutable set search_path = ''
as $$
  select to_timestamp(max((proof ->> 'timestamp')::bigint))
  from jsonb_array_elements(case jsonb_typeof(amr) when 'array' then amr else '[]' end) as proof
  where jsonb_typeof(proof) = 'object' and proof ->> 'method' is distinct from 'token_refresh';
$$;

-- The one rule of every door: a sign-in, a code or a second factor at most five minutes old. The auth service of
-- the embedded backend asks it about the session's row, SQL functions about the token.
create function private.proof_is_fresh(amr jsonb, at timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(private.last_proof_in(amr) >= at - interval '5 minutes', false);
$$;

-- Raises reauthentication_needed (403) unless the signed-in person has just proved who they are, in a session
-- that has not ended.
create function private.require_fresh_proof() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.proof_is_fresh(auth.jwt() -> 'amr', now()) and private.session_stands()) then
    raise exception using errcode = 'PT403', message = 'reauthentication_needed';
  end if;
end;
$$;

-- Raises reauthentication_needed (403), last_administrator and upcoming_bookings (409).
create or replace function private.check_may_leave() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_fresh_proof();
  -- Two who leave at once go one after the other.
  perform from public.admins order by user_id for update;
  if exists (select from public.admins where user_id = (select auth.uid()))
    and not exists (select from public.admins where user_id <> (select auth.uid())) then
    raise exception using errcode = 'PT409', message = 'last_administrator';
  end if;
  if exists (
    select
    from private.own_bookings() as booking
    where booking.status not in ('pending_payment', 'cancelled')
      and upper(private.span_of(booking)) > now()
  ) then
    raise exception using errcode = 'PT409', message = 'upcoming_bookings';
  end if;
end;
$$;

drop function private.last_proof();

-- Requires every administrator to have a second factor, or no longer. Raises administrator_needed,
-- second_factor_needed unless this session proved one, so that administrators cannot lock themselves out, and
-- reauthentication_needed (403).
create or replace function public.set_second_factor_required(required boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.admins where user_id = (select auth.uid())) then
    raise exception using errcode = 'PT403', message = 'administrator_needed';
  end if;
  if not private.session_is_verified() then
    raise exception using errcode = 'PT403', message = 'second_factor_needed';
  end if;
  perform private.require_fresh_proof();
  update private.security_settings set requires_second_factor = required where only_row;
end;
$$;

-- Ten new codes, told this once; older ones are void. Raises second_factor_needed unless this session proved the
-- second factor, and reauthentication_needed (403).
create or replace function public.create_recovery_codes() returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := (select auth.uid());
  codes text[];
begin
  if not private.session_is_verified() then
    raise exception using errcode = 'PT403', message = 'second_factor_needed';
  end if;
  perform private.require_fresh_proof();
  codes := array(select private.new_recovery_code() from generate_series(1, 10));
  delete from private.recovery_codes where user_id = person;
  insert into private.recovery_codes (user_id, code_hash)
  select person, private.hash_recovery_code(person, code) from unnest(codes) as code;
  return codes;
end;
$$;

-- Everything that is kept about the signed-in person, but for secrets. Raises as private.check_person and
-- private.require_fresh_proof.
create or replace function public.my_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_person();
  perform private.require_fresh_proof();
  return jsonb_build_object(
    'exported_at', now(),
    'account', private.account_data(),
    'bookings', (
      select coalesce(jsonb_agg(private.own_booking_data(booking) order by booking.created_at), '[]')
      from private.own_bookings() as booking
    ),
    'reviews', (
      select coalesce(jsonb_agg(to_jsonb(review) order by review.created_at), '[]')
      from public.reviews as review
      where review.booking_id in (select id from private.own_bookings())
    ),
    'inquiries', (
      select coalesce(jsonb_agg(to_jsonb(inquiry) order by inquiry.created_at), '[]')
      from public.inquiries as inquiry
      where lower(btrim(inquiry.email)) = private.confirmed_email()
    ),
    'waiting_list', (
      select coalesce(jsonb_agg(to_jsonb(waiting) order by waiting.created_at), '[]')
      from public.waiting_list as waiting
      where waiting.email = private.confirmed_email()
    ),
    'unsubscribed_at', (
      select unsubscribed_at from public.mail_choices where email = private.confirmed_email()
    ),
    -- Not what they carried: that may be a secret which still works.
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'to', mail.to_email, 'kind', mail.template_type, 'booking_id', mail.booking_id, 'status', mail.status,
        'created_at', mail.created_at, 'sent_at', mail.sent_at
      ) order by mail.created_at), '[]')
      from private.own_mails() as mail
    )
  );
end;
$$;

-- Makes an address and answers its secret, {id, token}, for the only time. Raises reauthentication_needed (403),
-- label_missing (400), too_many_feeds (409) beyond ten a person; for administrators.
create or replace function public.create_calendar_feed(label text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token text := private.new_token();
  new_id uuid;
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  if coalesce(length(btrim(label)), 0) not between 1 and 60 then
    raise exception using errcode = 'PT400', message = 'label_missing';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.calendar_feeds'));
  if (select count(*) >= 10 from public.calendar_feeds where owner_id = (select auth.uid())) then
    raise exception using errcode = 'PT409', message = 'too_many_feeds';
  end if;
  insert into public.calendar_feeds (owner_id, label, token_hash)
  values ((select auth.uid()), btrim(create_calendar_feed.label), private.hash_of_token(token))
  returning id into new_id;
  return jsonb_build_object('id', new_id, 'token', token);
end;
$$;

revoke all on function
  private.last_proof_in(jsonb), private.proof_is_fresh(jsonb, timestamptz), private.require_fresh_proof()
  from public;
