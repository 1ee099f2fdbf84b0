import { forAdministrators, forPeople, forServer, serverAlone, table } from '../cell-makers.ts';
import { cells } from '../permission-roles.ts';

export const timeFunctions = [
  forPeople('opening_rules()', `(public.opening_rules() ->> 'crews')::integer`, {
    visitors: 1,
    service: 1,
  }),
  forAdministrators(
    'add_time_off(date,time without time zone,date,time without time zone,text,smallint)',
    `jsonb_array_length(public.add_time_off('2031-06-02', null, '2031-06-04', '12:00', 'Away') -> 'ids')`,
    3,
  ),
  forServer(
    'times_taken_for(text,date,date,uuid,text,text,uuid)',
    `jsonb_array_length(public.times_taken_for('L7C 1A1', '2031-06-02', '2031-06-04'))`,
    0,
  ),
  forServer('ways_to_ask(integer)', `jsonb_array_length(public.ways_to_ask(1) -> 'places')`, 1),
  forServer('keep_ways(bigint,jsonb)', `public.keep_ways(1, '[{"place": 2, "seconds": 60}]')`, 1),
  forServer('forget_old_ways()', 'public.forget_old_ways()', 0),
  forServer('travel_service_failed(text)', `public.travel_service_failed('routing')`, 1),
  forServer('address_to_find()', `public.address_to_find() ->> 'street'`, '1 Main Street'),
  forServer(
    'keep_found_place(uuid,text,text,double precision,double precision)',
    `public.keep_found_place(gen_random_uuid(), '1 King Street', 'L7C 1A1', -79.8, 43.7)`,
    false,
  ),
  forServer(
    'nearby_starts_for(text,jsonb,integer,text,uuid,text,uuid)',
    `jsonb_array_length(public.nearby_starts_for('L7C 1A1', '[]', 120, 'basic-wash') -> 'starts')`,
    0,
  ),
  forAdministrators('travel_page()', `public.travel_page() -> 'settings' ->> 'speedKmh'`, '50'),
  forAdministrators(
    'change_travel(jsonb,jsonb,boolean)',
    `public.change_travel('{"speedKmh": 5}')`,
    'travel_invalid',
  ),
  forAdministrators(
    'example_drive(text,text,jsonb)',
    `public.example_drive('L7C 1A1', 'L1H 4E4') ->> 'minutes'`,
    '124',
  ),
];

/** Administrators read them, and change them by functions that validate. */
const readByAdministrators = (rows: number) => ({
  select: cells({ customers: 0, administrators: rows, service: rows }),
  insert: cells(),
  update: cells(),
  delete: cells(),
});

export const timeTables = [
  table(
    'time_settings',
    {
      column: 'crews',
      insert: `insert into public.time_settings (id) values (false)`,
      set: 'crews = 2',
    },
    readByAdministrators(1),
  ),
  table(
    'travel_settings',
    {
      column: 'is_on',
      insert: `insert into public.travel_settings (id) values (false)`,
      set: 'is_on = true',
    },
    readByAdministrators(1),
  ),
  table(
    'postal_areas',
    {
      column: 'area',
      insert: `insert into public.postal_areas values ('L1A', '(0,0)')`,
      set: `centre = '(0,0)'`,
    },
    { ...serverAlone(1612), insert: cells(), update: cells(), delete: cells() },
  ),
  table(
    'travel_ways',
    {
      column: 'one_place',
      insert: 'insert into public.travel_ways (one_place, other_place) values (1, 2)',
      set: 'seconds = 60',
    },
    { ...serverAlone(0), insert: cells(), update: cells(), delete: cells() },
  ),
  table(
    'opening_hours',
    {
      column: 'weekday',
      insert: 'insert into public.opening_hours (weekday) values (1)',
      set: 'is_open = false',
    },
    readByAdministrators(7),
  ),
  table(
    'opening_exceptions',
    {
      column: 'day',
      insert: `insert into public.opening_exceptions (day, is_open) values ('2031-12-25', false)`,
      set: 'is_open = false',
    },
    readByAdministrators(0),
  ),
  table(
    'service_area',
    {
      column: 'prefix',
      insert: `insert into public.service_area (prefix) values ('V5')`,
      set: `prefix = 'V6'`,
    },
    readByAdministrators(59),
  ),
];
