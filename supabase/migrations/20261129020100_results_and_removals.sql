-- Answers an operation that is sent again after its visit went to others, and keeps what the owner removed removed.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table public.booking_photos add column removed_by text;
alter table public.booking_photos add constraint booking_photos_removed_by_check
  check (length(removed_by) between 1 and 254) not valid;
alter table public.condition_marks add column removed_by text;
alter table public.condition_marks add constraint condition_marks_removed_by_check
  check (length(removed_by) between 1 and 254) not valid;

create or replace function public.do_visit_operation(
  operation_key uuid, kind text, target_booking_id uuid, input jsonb default '{}', based_on jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  its_booking uuid;
  hash bytea := sha256(convert_to((coalesce(input, '{}') - 'keeps_all')::text, 'UTF8'));
  earlier private.visit_operations;
  made jsonb;
  refusal text;
  facts text;
begin
  perform private.lock_form(operation_key);
  select * into earlier from private.visit_operations where key = operation_key;
  if (earlier.actor, earlier.kind, earlier.input_hash)
    = ((select auth.uid()), do_visit_operation.kind, hash)
    and not (public.is_admin() or private.works_on(earlier.booking_id))
  then
    return jsonb_build_object('result', earlier.result, 'visit', null);
  end if;
  its_booking := private.worked_booking(target_booking_id);
  begin
    if earlier.key is null then
      made := private.run_visit_operation(
        operation_key, kind, its_booking, coalesce(input, '{}'), coalesce(based_on, '{}')
      );
      insert into private.visit_operations (key, booking_id, actor, kind, input_hash, result)
      values (operation_key, its_booking, (select auth.uid()), do_visit_operation.kind, hash, made);
    elsif (earlier.booking_id, earlier.kind, earlier.actor, earlier.input_hash)
      is distinct from (its_booking, do_visit_operation.kind, (select auth.uid()), hash)
    then
      if (earlier.kind, kind) = ('payment', 'payment') then
        perform private.payment_noted_as(
          its_booking, operation_key, input ->> 'method', (input ->> 'amount_cents')::integer,
          (input ->> 'tip_cents')::integer
        );
      end if;
      raise exception using errcode = 'PT409', message = 'operation_key_used';
    else
      made := earlier.result;
    end if;
  exception when sqlstate 'PT409' then
    get stacked diagnostics refusal = message_text, facts = pg_exception_detail;
    raise exception using
      errcode = 'PT409',
      message = refusal,
      detail = coalesce(nullif(facts, ''), private.visit_state(its_booking)::text, '');
  end;
  return jsonb_build_object('result', made, 'visit', private.visit_state(its_booking));
end;
$$;

create or replace function public.remove_work_photo(photo_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  photo public.booking_photos := private.lock_work_photo(photo_id);
begin
  perform private.require_maker(photo.taken_by);
  update public.booking_photos
  set removed_at = now(), removed_by = private.actor_label(null)
  where id = photo.id and removed_at is null;
end;
$$;

create or replace function public.restore_work_photo(photo_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  photo public.booking_photos := private.lock_work_photo(photo_id);
begin
  perform private.require_maker(photo.taken_by);
  if photo.removed_at is not null then
    perform private.require_maker(photo.removed_by);
  end if;
  update public.booking_photos set removed_at = null, removed_by = null where id = photo.id;
end;
$$;

create or replace function public.remove_condition_mark(mark_id uuid, is_removed boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_visit(booking_id), private.require_maker(made_by) from public.condition_marks where id = mark_id;
  perform private.require_maker(removed_by) from public.condition_marks
  where id = mark_id and removed_at is not null and not is_removed;
  update public.condition_marks
  set
    removed_at = case when is_removed then coalesce(removed_at, now()) end,
    removed_by = case when is_removed then
      case when removed_at is null then private.actor_label(null) else removed_by end
    end
  where id = mark_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'mark_not_found';
  end if;
end;
$$;
