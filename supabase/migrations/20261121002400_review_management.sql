-- A photo belongs to one review: deleted with it, it is missed nowhere else.

alter table public.reviews
  -- The photo's name in the storage, however its address was written. Set by the database.
  add column photo_name text unique;

-- Raises photo_taken (409) when another review shows that photo.
create function private.name_review_photo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.photo_name := private.photo_at('reviews', new.photo_url);
  if exists (select from public.reviews where photo_name = new.photo_name and id <> new.id) then
    raise exception using errcode = 'PT409', message = 'photo_taken';
  end if;
  return new;
end;
$$;
revoke all on function private.name_review_photo() from public;

create trigger name_photo before insert or update of photo_url on public.reviews
  for each row execute function private.name_review_photo();
