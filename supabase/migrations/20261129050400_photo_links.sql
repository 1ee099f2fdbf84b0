-- The links to the photos of several visits in one answer.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- As booking_photo_link, for several bookings at once: those of the signed-in customer, and with that email address.
-- -> [{booking_id, token}] of those with photos.
create function public.booking_photo_links(target_booking_ids uuid[], email text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(link) filter (where link ->> 'token' is not null), '[]')
    from (
      select jsonb_build_object(
        'booking_id', booking.id, 'token', public.booking_photo_link(booking.id, booking_photo_links.email)
      ) as link
      from public.bookings as booking
      where booking.id = any (target_booking_ids)
        and exists (select from public.booking_photos where booking_id = booking.id and kind in ('before', 'after'))
    ) as links
  );
end;
$$;

revoke all on function public.booking_photo_links from public, anon, authenticated, service_role;
grant execute on function public.booking_photo_links to anon, authenticated;
