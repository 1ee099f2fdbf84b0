import { cells } from './permission-roles.ts';
import type { Table } from './cell-makers.ts';
import { unknownReference } from './permission-cells.ts';

/** A photo of a booking that is yet to be uploaded. */
export const expectedPhoto = '00000000-0000-4000-8000-0000000000f3';

/** The files of a bucket: there are two in each. `newName` is the place of a third. */
const bucket = (id: string, newName: string, cellsOfBucket: Table['cells']): Table => ({
  name: `storage.objects in ${id}`,
  try: {
    select: `select id from storage.objects where bucket_id = '${id}'`,
    insert: `insert into storage.objects (bucket_id, name) values ('${id}', '${newName}')`,
    update: `update storage.objects set metadata = '{}' where bucket_id = '${id}'`,
    delete: `delete from storage.objects where bucket_id = '${id}'`,
  },
  cells: cellsOfBucket,
});

export const buckets = ['reviews', 'gallery', 'bookings'];

/** Files and buckets, as the storage queries the database for a person. */
export const storage: readonly Table[] = [
  bucket('reviews', 'public/3_car.jpg', {
    select: cells({ visitors: 0, info: 2, administrators: 2, service: 2 }),
    insert: cells({ visitors: 1, service: 1 }),
    update: cells({ visitors: 0, service: 2 }),
    delete: cells({ visitors: 0, info: 2, administrators: 2, service: 2 }),
  }),
  bucket('gallery', '3_car.jpg', {
    select: cells({ visitors: 0, administrators: 2, service: 2 }),
    insert: cells({ administrators: 1, service: 1 }),
    update: cells({ visitors: 0, service: 2 }),
    delete: cells({ visitors: 0, administrators: 2, service: 2 }),
  }),
  bucket('bookings', expectedPhoto, {
    select: cells({ visitors: 0, administrators: 2, service: 2 }),
    // Under the id that a holder of the booking got, and under no other name.
    insert: cells({ visitors: 1, service: 1 }),
    update: cells({ visitors: 0, service: 2 }),
    delete: cells({ visitors: 0, service: 2 }),
  }),
  {
    name: 'storage.buckets',
    try: {
      select: 'select id from storage.buckets',
      insert: `insert into storage.buckets (id, name) values ('x', 'x')`,
      update: 'update storage.buckets set public = false',
      delete: 'delete from storage.buckets',
    },
    cells: {
      select: cells({ visitors: 0, service: 3 }),
      insert: cells({ service: 1 }),
      update: cells({ visitors: 0, service: 3 }),
      // A bucket with files stays.
      delete: cells({ visitors: 0, service: unknownReference }),
    },
  },
];
