import { z } from 'zod';
import { withIsoTimes } from './iso-times.ts';
import { readJson } from './read-json.ts';
import { asSender, type StorageRequest } from './storage-request.ts';

const body = z.object({
  prefix: z.string(),
  limit: z.int().min(1).max(1000).default(100),
  offset: z.int().min(0).default(0),
  search: z.string().nullish(),
  sortBy: z
    .object({
      column: z
        .enum(['name', 'updated_at', 'created_at', 'last_accessed_at'])
        .nullish()
        .transform((column) => column ?? 'name'),
      order: z
        .enum(['asc', 'desc'])
        .nullish()
        .transform((order) => order ?? 'asc'),
    })
    .default({ column: 'name', order: 'asc' }),
});

/** The visible contents of a folder: its files, and its folders, which have no id. */
export async function listObjects(sender: StorageRequest, bucket: string): Promise<Response> {
  const { prefix, limit, offset, search, sortBy } = await readJson(sender.request, body);
  const folder = prefix.replace(/^\/+|\/+$/g, '');
  // Column and direction come from the list above, so they may be part of the statement.
  const found = await asSender(sender, 'storage.object.list', (client) =>
    client.query<Record<string, unknown>>(
      `with inside as (
         select *, substr(name, length($2) + 1) as rest
         from storage.objects where bucket_id = $1 and starts_with(name, $2)
       ), entries as (
         select rest as name, id, updated_at, created_at, last_accessed_at, metadata
         from inside where strpos(rest, '/') = 0
         union all
         select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz,
           null::timestamptz, null::jsonb
         from inside where strpos(rest, '/') > 0
       )
       select * from entries where strpos(lower(name), lower($3)) = 1
       order by ${sortBy.column} ${sortBy.order}, name limit $4 offset $5`,
      [bucket, folder === '' ? '' : `${folder}/`, search ?? '', limit, offset],
    ),
  );
  return Response.json(found.rows.map(withIsoTimes));
}
