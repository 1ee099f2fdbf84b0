-- The public pages that are kept ready are made again when what they show has changed.

select private.tell_live_about('public.gallery_photos', 'gallery');

create index reviews_public_rating_idx on public.reviews (rating) where is_approved;

-- How the public reviews rate the business: `count`, and their `average` to one decimal, null without any.
create function public.review_rating() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('count', count(*), 'average', round(avg(rating), 1))
  from public.reviews where is_approved;
$$;

revoke all on function public.review_rating() from public;
grant execute on function public.review_rating() to anon, authenticated, service_role;
