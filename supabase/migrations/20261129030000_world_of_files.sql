-- Photos in a bucket and the place of the backups belong to the outside world of a database.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table private.outside_world drop constraint outside_world_part_check;
alter table private.outside_world add constraint outside_world_part_check check (
  part in ('mail', 'payments', 'texts', 'address', 'files', 'backups')
) not valid;
