-- Anyone may write a review; nobody may bury the others, or those who read them, under thousands.

-- Reviews of the last hour are counted one after the other, so that no race gets past.
-- Raises too_many_reviews (429).
create function private.limit_reviews() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('public.reviews'));
  if (select count(*) >= 200 from public.reviews where created_at > now() - interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'too_many_reviews';
  end if;
  return new;
end;
$$;
revoke all on function private.limit_reviews() from public;

create trigger limit_reviews before insert on public.reviews
  for each row
  when (current_user in ('anon', 'authenticated'))
  execute function private.limit_reviews();
