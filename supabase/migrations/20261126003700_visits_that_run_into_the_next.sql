-- Say when a changed visit that has begun now ends after the next visit of its crew begins.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Whether a visit that has begun ends, with its new length, after the next visit of its crew begins.
create function private.runs_into_next(before public.bookings, after public.bookings) returns boolean
language sql stable set search_path = ''
return private.has_come(before) and exists (
  select from public.slot_claims as claim
  join public.slot_claims as other on other.local_date = claim.local_date and other.crew = claim.crew
  where claim.booking_id = after.id and other.id <> claim.id and other.reason is null
    and lower(other.during) >= upper(claim.during)
    and lower(other.during) < upper(private.span_of(after))
);

create or replace function public.change_visit(
  target_booking_id uuid, seen jsonb, sale jsonb, anyway boolean, acting_admin uuid, only_preview boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before public.bookings := private.locked_booking(target_booking_id);
  after public.bookings;
  misfit text;
  runs_over boolean;
  is_same boolean := private.sale_of(before) = sale;
begin
  perform private.act_as(acting_admin);
  perform private.check_stands(before);
  if private.is_forgotten(before.customer_email) then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  elsif private.is_rained_out(before.id) then
    raise exception using errcode = 'PT409', message = 'visit_rained_out';
  elsif not is_same and private.seen_of(before) <> seen then
    raise exception using errcode = 'PT409', message = 'booking_changed';
  end if;
  after := case when is_same then before else private.with_sale(before, sale) end;
  misfit := private.misfit_of_sale(before, after);
  runs_over := private.runs_into_next(before, after);
  if not only_preview and misfit is not null and not (misfit = 'outside_hours' and anyway) then
    raise exception using errcode = 'PT409', message = misfit;
  end if;
  if not only_preview and not is_same then
    perform private.store_sale(before, after);
  end if;
  return jsonb_build_object(
    'problem', misfit, 'overlaps', runs_over, 'status', after.status,
    'due_on_site_cents', private.due_on_site_cents(after), 'overpaid_cents', private.overpaid_cents(after),
    'notified', after.customer_email
  );
end;
$$;

revoke all on function private.runs_into_next from public;
