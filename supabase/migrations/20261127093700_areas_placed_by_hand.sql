-- Place two areas near the business that the source of the others lacks: Caledon Village with Alton, and the south of
-- Milton. The places of standing visits stay as they are.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

insert into public.postal_areas (area, centre)
values ('L7K', point(-80.03, 43.86)), ('L9E', point(-79.87, 43.49))
on conflict (area) do nothing;
