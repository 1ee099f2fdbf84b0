-- Guards what outlasts a session by a fresh proof, and notifies the administrators of it.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

select private.add_default_mail(
  'security_notice',
  'Security notice',
  'Security notice for {{ business_name }}',
  private.mail_frame(
    '{{ change }}',
    'A change to your business',
    private.mail_paragraph('{{ change }} {{ changed_by }} did it on {{ changed_at }}.')
    || private.mail_paragraph('If you expected this, you don’t need to do anything.')
    || private.mail_paragraph(
      '<strong>If you didn’t:</strong> open the sign-in page, enter your email address and choose “Forgot Password?”. '
      || 'A new password signs out every other device. Then check your crews, calendar addresses and email templates.'
    )
    || private.mail_button('Open the sign-in page', '{{ login_url }}')
    || private.mail_small_print('Every administrator gets this email.')
  )
);

create function private.tell_administrators(change text, occasion text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  key text := 'security_notice:' || coalesce(
    occasion || ':' || coalesce(private.actor()::text, '') || ':' || to_char(now(), 'YYYYMMDDHH24'),
    gen_random_uuid()::text
  );
begin
  perform public.enqueue_mail(
    key || ':' || person.id, 'security_notice', person.email, null,
    jsonb_build_object(
      'change', change,
      'changed_by', private.actor_label(null),
      'changed_at', to_char(now() at time zone 'America/Toronto', 'FMMonth FMDD, YYYY "at" FMHH12:MI AM')
    )
  )
  from public.admins as administrator
  join auth.users as person on person.id = administrator.user_id and person.email_confirmed_at is not null
  order by person.id;
end;
$$;

create function private.tell_of_new_administrator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.admins where user_id <> new.user_id) then
    perform private.tell_administrators(
      (select email from auth.users where id = new.user_id) || ' is now an administrator.'
    );
  end if;
  return null;
end;
$$;

create trigger tell_of_new_administrator
  after insert on public.admins
  for each row execute function private.tell_of_new_administrator();

create function private.is_guarded_mail(kind text) returns boolean
language sql immutable set search_path = ''
as $$
  select kind in (
    'signup_confirmation', 'password_recovery', 'email_change', 'magic_link', 'reauthentication', 'sign_in_changed',
    'security_notice', 'crew_invitation', 'crew_member_added', 'payment_link'
  );
$$;

create function private.guard_template() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' and (
    private.is_guarded_mail(new.template_type) or tg_op = 'UPDATE' and private.is_guarded_mail(old.template_type)
  ) then
    perform private.require_fresh_proof();
    perform private.tell_administrators('The wording of the email “' || new.name || '” was changed.');
  end if;
  return null;
end;
$$;

create trigger guard_template after insert or update on public.email_templates
  for each row execute function private.guard_template();

create function private.tell_of_crew_access(address text, crew smallint) returns void
language sql set search_path = ''
as $$
  select private.tell_administrators(
    address || ' can now see the visits of ' || private.crew_name(crew) || ', with customers’ names, phone numbers and addresses.'
  );
$$;

create or replace function public.add_crew_member(crew smallint, email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  its_crew public.crews := private.lock_crew(crew);
  account auth.users;
begin
  perform private.require_fresh_proof();
  select * into account from auth.users as person
  where lower(person.email) = lower(btrim(add_crew_member.email)) and person.email_confirmed_at is not null;
  if account.id is null then
    raise exception using errcode = 'PT404', message = 'account_not_found';
  end if;
  if private.join_crew(account.id, account.email, its_crew.number, private.actor_label(null)) then
    perform public.enqueue_mail(
      'crew_member_added:' || gen_random_uuid(), 'crew_member_added', account.email, null,
      jsonb_build_object('crew', private.crew_name(its_crew.number))
    );
    perform private.tell_of_crew_access(account.email, its_crew.number);
  end if;
end;
$$;

create or replace function public.invite_crew_member(crew smallint, email text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(btrim(invite_crew_member.email));
  its_crew public.crews;
  before smallint;
  facts jsonb := jsonb_build_object('email', address);
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  -- It may be confirmed at this moment.
  perform private.lock_email(address);
  its_crew := private.lock_crew(invite_crew_member.crew);
  if exists (
    select from auth.users as person where lower(person.email) = address and person.email_confirmed_at is not null
  ) then
    perform public.add_crew_member(its_crew.number, address);
    return false;
  end if;
  if address is null or length(address) > 254 or address !~ '^[^\s@]+@[^\s@]+$' or private.is_forgotten(address) then
    raise exception using errcode = 'PT400', message = 'email_invalid';
  end if;
  select invitation.crew into before from public.crew_invitations as invitation where invitation.email = address;
  insert into public.crew_invitations (email, crew, invited_by)
  values (address, its_crew.number, private.actor_label(null))
  on conflict on constraint crew_invitations_pkey
  do update set crew = excluded.crew, invited_at = excluded.invited_at, invited_by = excluded.invited_by;
  if before is distinct from its_crew.number then
    if before is not null then
      perform private.note_crew_change(before, 'invitation_withdrawn', facts, null);
    end if;
    perform private.note_crew_change(its_crew.number, 'member_invited', null, facts);
    perform private.tell_of_crew_access(address, its_crew.number);
  end if;
  perform private.drop_invitation_mails(address);
  perform public.enqueue_mail(
    'crew_invitation:' || gen_random_uuid(), 'crew_invitation', address, null,
    jsonb_build_object('crew', private.crew_name(its_crew.number))
  );
  return true;
end;
$$;

create or replace function public.erase_customer(
  target_email text default null, target_phone text default null, other_accounts uuid[] default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  whose text := private.whose(target_email, target_phone);
  leaving uuid[];
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  if public.customer_page(target_email, target_phone) is null then
    raise exception using errcode = 'PT404', message = 'customer_not_found';
  end if;
  if private.runs_the_business(private.account_of(whose), whose) then
    raise exception using errcode = 'PT409', message = 'administrator_account';
  end if;
  -- From here on nothing new is linked to the account.
  leaving := array(
    select id
    from auth.users
    where id = private.account_of(whose)
      or (id = any (other_accounts) and id in (select other.id from private.other_accounts_of(whose) as other))
    order by id
    for update
  );
  perform private.erase_all_of(
    array(select whose union select email from auth.users where id = any (leaving)), leaving
  );
  -- Without the name, which is erased.
  perform private.tell_administrators('A customer’s data was erased.');
end;
$$;

create or replace function public.customer_data(
  target_email text default null, target_phone text default null, other_accounts uuid[] default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  whose text := private.whose(target_email, target_phone);
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  return jsonb_build_object(
    'exported_at', now(),
    'email', case when target_email is not null then whose end,
    'phone', case when target_email is null then whose end,
    'other_accounts', (
      select coalesce(jsonb_agg(private.customer_data_of(account.email) order by account.email), '[]')
      from private.other_accounts_of(whose) as account
      where account.id = any (other_accounts)
    )
  ) || private.customer_data_of(whose);
end;
$$;

create or replace function public.export_bookings(from_day date, until_day date, after jsonb default null, batch integer default 1000)
returns jsonb
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  most integer := least(greatest(batch, 1), 5000);
  rows jsonb;
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  perform private.tell_administrators('The bookings of some days were exported to a file.', 'export_bookings');
  perform private.check_range(from_day, until_day);
  select coalesce(jsonb_agg(line.row), '[]') into rows
  from (
    select jsonb_build_object(
      'id', (money.booking).id,
      'booking_date', (money.booking).booking_date,
      'booking_time', (money.booking).booking_time,
      'service_name', (money.booking).service_name,
      'add_ons', (money.booking).add_ons,
      'vehicle_type', (money.booking).vehicle_type,
      'vehicle_name', (money.booking).vehicle_name,
      'customer_name', (money.booking).customer_name,
      'customer_email', (money.booking).customer_email,
      'status', (money.booking).status,
      'done_at', (money.booking).done_at,
      'no_show_at', (money.booking).no_show_at,
      'called_off', rain.state,
      'source', (money.booking).source,
      'payment_option', (money.booking).payment_option,
      'price_cents', (money.booking).price_cents,
      'discount_cents', (money.booking).discount_cents,
      'nearby_discount_cents', (money.booking).nearby_discount_cents,
      'coupon_code', (money.booking).coupon_code,
      'tax_cents', (money.booking).tax_cents,
      'tax_label', (money.booking).tax_label,
      'tip_cents', (money.booking).tip_cents,
      'total_cents', (money.booking).total_cents,
      'created_at', (money.booking).created_at,
      'cancelled_at', (money.booking).cancelled_at,
      'paid_cents', money.paid_cents,
      'refunded_cents', money.refunded_cents,
      'due_cents', money.due_cents
    ) as row
    from private.money_by_booking(
      from_day, until_day,
      coalesce((after ->> 'date')::date, '-infinity'),
      coalesce((after ->> 'time')::time, '00:00'),
      coalesce((after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000'),
      most
    ) as money
    left join lateral private.rain_of(money.booking) as rain on true
  ) as line;
  return jsonb_build_object(
    'rows', rows,
    'next', case jsonb_array_length(rows) when most then jsonb_build_object(
      'date', rows -> -1 -> 'booking_date', 'time', rows -> -1 -> 'booking_time', 'id', rows -> -1 -> 'id'
    ) end,
    'total', case when after is null then (
      select count(*) from public.bookings
      where booking_date between from_day and until_day and status <> 'pending_payment'
    ) end
  );
end;
$$;

create or replace function public.export_payments(from_day date, until_day date, after jsonb default null, batch integer default 1000)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  begins timestamptz := private.instant_of(from_day, '00:00');
  ends timestamptz := private.instant_of(until_day + 1, '00:00');
  most integer := least(greatest(batch, 1), 5000);
  rows jsonb;
begin
  perform private.require_admin();
  perform private.require_fresh_proof();
  perform private.tell_administrators('The payments of some days were exported to a file.', 'export_payments');
  perform private.check_range(from_day, until_day);
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', move.id, 'at', move.at, 'kind', move.kind, 'booking_id', move.booking_id, 'payment_id', move.payment_id,
    'service_name', move.service_name, 'customer_name', booking.customer_name, 'method', move.method,
    'status', coalesce(refund.status, payment.status), 'amount_cents', move.amount_cents,
    'tax_cents', move.tax_cents, 'tip_cents', move.tip_cents,
    'stripe_id', case move.kind when 'refund' then refund.stripe_refund_id else payment.stripe_payment_intent_id end
  ) order by move.at, move.id), '[]') into rows
  from (
    select *
    from private.money_moves as one
    where one.at >= begins and one.at < ends
      and (
        after is null or (one.at, one.id) > ((after ->> 'at')::timestamptz, (after ->> 'id')::uuid)
      )
    order by one.at, one.id
    limit most
  ) as move
  join public.bookings as booking on booking.id = move.booking_id
  join public.payments as payment on payment.id = move.payment_id
  -- With a limit it is one index lookup for each row, otherwise a scan of all refunds.
  left join lateral (
    select status, stripe_refund_id from public.refunds where move.kind = 'refund' and id = move.id limit 1
  ) as refund on true;
  return jsonb_build_object(
    'rows', rows,
    'next', case jsonb_array_length(rows)
      when most then jsonb_build_object('at', rows -> -1 -> 'at', 'id', rows -> -1 -> 'id')
    end,
    'total', case when after is null then (
      select count(*) from private.money_moves where at >= begins and at < ends
    ) end
  );
end;
$$;

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
  perform private.lock_counted('public.calendar_feeds');
  if (select count(*) >= 10 from public.calendar_feeds where owner_id = (select auth.uid())) then
    raise exception using errcode = 'PT409', message = 'too_many_feeds';
  end if;
  insert into public.calendar_feeds (owner_id, label, token_hash)
  values ((select auth.uid()), btrim(create_calendar_feed.label), private.hash_of_token(token))
  returning id into new_id;
  perform private.tell_administrators('A calendar address was made. Anyone with it can read all visits.');
  return jsonb_build_object('id', new_id, 'token', token);
end;
$$;

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
  update private.security_settings set requires_second_factor = required
  where only_row and requires_second_factor <> required;
  if found then
    perform private.tell_administrators(
      case when required then 'Every administrator now needs a second factor.'
        else 'Administrators no longer need a second factor.' end
    );
  end if;
end;
$$;

create or replace function public.publish_business(
  document jsonb, expected integer, administrator uuid, changes text[], restored integer default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  former public.business_versions;
begin
  perform private.lock_business_draft(expected);
  perform private.act_as(administrator);
  select * into strict former from public.business_versions order by version desc limit 1;
  insert into public.business_versions
    (version, business, published_by, publisher_label, changes, restored_version)
  values
    (former.version + 1, document, administrator, private.actor_label(null), changes, restored);
  update public.business_draft
  set business = null, revision = revision + 1, saved_at = null, saved_by = null
  where only_row;
  if document #>> '{facts,infoEmail}' is distinct from former.business #>> '{facts,infoEmail}' then
    perform public.set_info_email(document #>> '{facts,infoEmail}');
    perform private.tell_administrators(
      'The business’s info address is now ' || (document #>> '{facts,infoEmail}') || '. Its account manages reviews.'
    );
  end if;
  return private.business_page();
end;
$$;

create function public.require_proof_for_refund(refund_cents integer) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if refund_cents > 0 and refund_cents + (
    select coalesce(sum(amount_cents), 0)
    from public.refunds
    where created_at > now() - interval '24 hours' and status <> 'failed'
      and reason in ('chosen_by_owner', 'cancelled_by_business')
  ) > 50000 then
    perform private.require_fresh_proof();
  end if;
end;
$$;

revoke all on function public.require_proof_for_refund from public, anon, authenticated, service_role;
grant execute on function public.require_proof_for_refund to authenticated;
revoke all on function
  private.tell_administrators, private.tell_of_new_administrator, private.is_guarded_mail, private.guard_template,
  private.tell_of_crew_access
  from public, anon, authenticated, service_role;
