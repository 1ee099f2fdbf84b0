-- Who changed a booking, when, what it was and what it is. Written by a trigger and by functions, never by hand.

create table public.booking_changes (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  at timestamptz not null default now(),
  -- The account behind it; null for a guest, for the system, and once the account is gone.
  actor uuid references auth.users (id) on delete set null,
  -- An administrator's e-mail address; else Customer, Guest or System.
  actor_label text not null check (length(actor_label) between 1 and 254),
  action text not null check (action ~ '^[a-z][a-z_]{0,39}$'),
  -- Only what changed, by column; null where there was nothing before, or is nothing now.
  was jsonb check (jsonb_typeof(was) = 'object'),
  "is" jsonb check (jsonb_typeof("is") = 'object')
);

create index booking_changes_booking_id_idx on public.booking_changes (booking_id, id);
create index booking_changes_actor_idx on public.booking_changes (actor) where actor is not null;

revoke all on public.booking_changes from public, anon, authenticated, service_role;
revoke all on sequence public.booking_changes_id_seq from public, anon, authenticated, service_role;
grant select on public.booking_changes to service_role;

-- The screens of the business read it through functions.
alter table public.booking_changes enable row level security;

-- The server does what the customer of the booking asked for, until the end of the transaction. A guest is
-- a customer too.
create function private.act_as_customer() returns void
language sql set search_path = ''
as $$
  select set_config('app.acting_customer', 'yes', true);
$$;

-- Who a person reads as behind a change of a booking of this account.
create function private.actor_label(owner_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (
      select coalesce(nullif(person.email, ''), 'Administrator')
      from auth.users as person
      join public.admins as admin on admin.user_id = person.id
      where person.id = private.actor()
    ),
    case
      when private.actor() is not null then 'Customer'
      when auth.role() = 'anon' or current_setting('app.acting_customer', true) = 'yes'
        then case when owner_id is null then 'Guest' else 'Customer' end
      else 'System'
    end
  );
$$;

-- Keeps a fact about a booking with who is behind it. Nothing changed, nothing is kept.
create function private.note_change(target_booking_id uuid, action text, was jsonb, is_now jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into public.booking_changes (booking_id, actor, actor_label, action, was, "is")
  select
    booking.id,
    (select id from auth.users where id = private.actor()),
    private.actor_label(booking.user_id),
    note_change.action,
    note_change.was,
    is_now
  from public.bookings as booking
  where booking.id = target_booking_id and note_change.was is distinct from is_now;
$$;

-- What of a booking is worth keeping: neither where a visitor came from, nor what follows from the rest.
create function private.kept_columns(booking jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_strip_nulls(
    booking - array['id', 'client_address', 'created_at', 'updated_at', 'calendar_sequence']
  );
$$;

create function private.name_of_change(was jsonb, is_now jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when is_now ->> 'status' = 'cancelled' then 'cancelled'
    when is_now ?| array['booking_date', 'booking_time'] then 'moved'
    when is_now ? 'done_at' then 'done'
    when is_now ? 'no_show_at' then 'no_show'
    when was ?| array['done_at', 'no_show_at'] then 'visit_mark_undone'
    when is_now ? 'status' then 'status'
    when is_now ? 'user_id' then 'linked'
    else 'changed'
  end;
$$;

-- Who a booking is about, and where: what goes when a person asks to be forgotten.
create function private.personal_columns() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'customer_name', 'customer_email', 'customer_phone', 'user_id', 'address', 'city', 'postal_code', 'note'
  ];
$$;

-- A booking without its person keeps no memory of them either.
create function private.forget_changes(target_booking_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.booking_changes
  set was = was - private.personal_columns(), "is" = "is" - private.personal_columns()
  where booking_id = target_booking_id;
$$;

create function private.note_booking_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := case tg_op when 'UPDATE' then private.kept_columns(to_jsonb(old)) end;
  after jsonb := private.kept_columns(to_jsonb(new));
  was jsonb;
  is_now jsonb;
begin
  if tg_op = 'INSERT' then
    -- What waits for a payment was started by a customer.
    if new.status = 'pending_payment' then
      perform private.act_as_customer();
    end if;
    perform private.note_change(new.id, 'created', null, after);
    return null;
  end if;
  select coalesce(jsonb_object_agg(key, value), '{}') into was
  from jsonb_each(before) where after -> key is distinct from value;
  select coalesce(jsonb_object_agg(key, value), '{}') into is_now
  from jsonb_each(after) where before -> key is distinct from value;
  if new.customer_email like 'deleted-%@account.invalid'
    and old.customer_email is distinct from new.customer_email then
    perform private.forget_changes(new.id);
    perform private.note_change(new.id, 'forgotten', null, '{}');
  else
    perform private.note_change(new.id, private.name_of_change(was, is_now), was, is_now);
  end if;
  return null;
end;
$$;

create trigger note_booking_change after insert or update on public.bookings
  for each row execute function private.note_booking_change();

revoke all on function
  private.act_as_customer(), private.actor_label(uuid), private.note_change(uuid, text, jsonb, jsonb),
  private.kept_columns(jsonb), private.name_of_change(jsonb, jsonb), private.personal_columns(),
  private.forget_changes(uuid), private.note_booking_change()
  from public;
grant execute on function private.act_as_customer(), private.note_change(uuid, text, jsonb, jsonb) to service_role;
