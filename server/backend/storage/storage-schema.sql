-- The records of stored files, in the shape of the hosted backend's storage schema. The files lie elsewhere, under
-- their version; the policies on storage.objects decide about access.

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  -- Whether everyone with a name may read its object.
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  owner_id text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  -- Facts measured by the storage: size, mimetype, eTag, cacheControl, width and height.
  metadata jsonb,
  -- Metadata given by the uploader.
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text
);

create unique index bucketid_objname on storage.objects (bucket_id, name);
create unique index objects_version_idx on storage.objects (version);

-- "public/2026/car.png" -> {public,2026}
create function storage.foldername(name text) returns text[]
language sql immutable set search_path = ''
as $$
  select tokens[1:array_length(tokens, 1) - 1] from string_to_array(name, '/') as tokens;
$$;

-- "public/2026/car.png" -> car.png
create function storage.filename(name text) returns text
language sql immutable set search_path = ''
as $$
  select tokens[array_length(tokens, 1)] from string_to_array(name, '/') as tokens;
$$;

-- "public/2026/car.png" -> png
create function storage.extension(name text) returns text
language sql immutable set search_path = ''
as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1));
$$;

-- The current operation, for example storage.object.upload; null outside the storage.
create function storage.operation() returns text
language sql stable set search_path = ''
as $$
  select nullif(current_setting('storage.operation', true), '');
$$;

create function storage.update_updated_at_column() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

-- Deleting a row alone would leave its files: only the storage deletes.
create function storage.protect_delete() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise exception using
      errcode = '42501',
      message = 'Direct deletion from storage tables is not allowed. Use the Storage API instead.',
      hint = 'The files would be left behind.';
  end if;
  return null;
end;
$$;

create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

-- As generous as the hosted backend: only row-level security decides.
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
