-- Validates the constraint of the former migration in a transaction of its own, which blocks neither reads nor writes.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table private.outside_world validate constraint outside_world_part_check;
