-- Notifies open screens of changes: by topic only, never what changed. They reload, and get what the policies let
-- them see.

-- Trigger: sends each topic to the channel `live` when the statement changed a row. A transaction sends a topic once,
-- and only if it commits.
create function private.tell_live() returns trigger
language plpgsql set search_path = ''
as $$
declare
  topic text;
begin
  if exists (select from changed) then
    foreach topic in array tg_argv loop
      perform pg_notify('live', topic);
    end loop;
  end if;
  return null;
end;
$$;

-- Announces every change of a table under these topics, by triggers.
create function private.tell_live_about(target regclass, variadic topics text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  quoted text := (select string_agg(quote_literal(topic), ', ') from unnest(topics) as topic);
  kind text;
begin
  -- A trigger with a transition table takes one kind of statement.
  foreach kind in array array['insert', 'update', 'delete'] loop
    execute format(
      'create trigger tell_live_of_%1$s after %1$s on %2$s referencing %3$s table as changed
         for each statement execute function private.tell_live(%4$s)',
      kind, target, case kind when 'delete' then 'old' else 'new' end, quoted
    );
  end loop;
end;
$$;

-- Available times follow from the rules too.
select private.tell_live_about('public.slot_claims', 'times');
-- How starts are told comes with the business.
select private.tell_live_about('public.time_settings', 'times', 'business');
select private.tell_live_about('public.travel_settings', 'times');
select private.tell_live_about('public.opening_hours', 'times');
select private.tell_live_about('public.opening_exceptions', 'times');
select private.tell_live_about('public.service_area', 'times');
select private.tell_live_about('public.crews', 'times', 'crews');
select private.tell_live_about('public.crew_hours', 'times', 'crews');
select private.tell_live_about('public.crew_members', 'crews', 'rights');
select private.tell_live_about('public.crew_invitations', 'crews');
-- No topic of a page: a host then ends the streams of those who are signed in, who connect again with what they may hear.
select private.tell_live_about('public.admins', 'rights');
select private.tell_live_about('public.bookings', 'bookings');
select private.tell_live_about('public.booking_notes', 'bookings');
select private.tell_live_about('public.payments', 'payments');
select private.tell_live_about('public.refunds', 'payments');
select private.tell_live_about('public.payment_findings', 'payments');
select private.tell_live_about('public.inquiries', 'inquiries');
select private.tell_live_about('public.reviews', 'reviews');
select private.tell_live_about('public.gallery_photos', 'gallery');
select private.tell_live_about('public.offered_times', 'offers');
select private.tell_live_about('public.rain_days', 'offers');
select private.tell_live_about('public.rain_answers', 'offers');
select private.tell_live_about('public.waiting_list', 'offers');
select private.tell_live_about('public.business_versions', 'business');
select private.tell_live_about('public.website_texts', 'business');
select private.tell_live_about('public.business_draft', 'business_draft');
