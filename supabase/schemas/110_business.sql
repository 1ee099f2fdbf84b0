-- The business as data: the published versions, and the draft that administrators prepare. The shape is `Business` in
-- domain/business/business.ts. The function `publish-business` validates a document before it is published.

-- Append-only. The highest version is the published one, and the rows are the audit trail.
create table public.business_versions (
  version integer primary key check (version > 0),
  business jsonb not null check (jsonb_typeof(business) = 'object'),
  published_at timestamptz not null default now(),
  -- The account behind it; null for the default, and once the account is deleted.
  published_by uuid references auth.users (id) on delete set null,
  -- An administrator's email address, or System.
  publisher_label text not null default 'System' check (length(publisher_label) between 1 and 254),
  -- A sentence for each change: "Basic Wash, Sedan: $65.00 → $70.00".
  changes text[] not null default '{}',
  -- The version that this one restored.
  restored_version integer references public.business_versions (version)
);

create index business_versions_published_by_idx on public.business_versions (published_by)
where published_by is not null;
create index business_versions_restored_version_idx on public.business_versions (restored_version)
where restored_version is not null;

alter table public.business_versions enable row level security;
create policy "Server functions may do what they are granted"
  on public.business_versions for all to service_role using (true) with check (true);
revoke all on public.business_versions from public, anon, authenticated, service_role;
grant select on public.business_versions to service_role;

-- One row: the changes that are not published. All administrators share it.
create table public.business_draft (
  only_row boolean primary key default true check (only_row),
  -- Null when there are no unpublished changes. May be incomplete: only publication validates it.
  business jsonb check (jsonb_typeof(business) = 'object' and length(business::text) <= 300000),
  -- Goes up with every save, discard and publication, so that nobody overwrites what they have not read.
  revision integer not null default 0 check (revision >= 0),
  saved_at timestamptz,
  saved_by text check (length(saved_by) between 1 and 254)
);

alter table public.business_draft enable row level security;
create policy "Server functions may do what they are granted"
  on public.business_draft for all to service_role using (true) with check (true);
revoke all on public.business_draft from public, anon, authenticated, service_role;
grant select on public.business_draft to service_role;

-- The published version: {version, business, arrivalWindowMinutes}, complete. For the server. With it comes how starts
-- are told to customers (time_settings), so that whatever tells one knows.
create function public.current_business() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'version', version,
    'business', business,
    'arrivalWindowMinutes', (select arrival_window_minutes from public.time_settings)
  )
  from public.business_versions
  order by version desc
  limit 1;
$$;

-- The published version as everybody may read it: {version, business, arrivalWindowMinutes}. It has no hidden service or add-on, and its only
-- coupon is the advertised one.
create function public.published_business() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'version', version,
    'business', business || jsonb_build_object(
      'services', jsonb_path_query_array(business, '$.services[*] ? (@.isVisible == true)'),
      'addOns', jsonb_path_query_array(business, '$.addOns[*] ? (@.isVisible == true)'),
      'coupons', jsonb_path_query_array(business, '$.coupons[*] ? (@.isAdvertised == true)')
    ),
    'arrivalWindowMinutes', (select arrival_window_minutes from public.time_settings)
  )
  from public.business_versions
  order by version desc
  limit 1;
$$;

-- What the owner's screens of the business show: {version, published, draft, revision, savedAt, savedBy}. `draft` is
-- null without unpublished changes.
create function private.business_page() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'version', newest.version,
    'published', newest.business,
    'draft', draft.business,
    'revision', draft.revision,
    'savedAt', draft.saved_at,
    'savedBy', draft.saved_by
  )
  from public.business_draft as draft, (
    select version, business from public.business_versions order by version desc limit 1
  ) as newest;
$$;

-- As private.business_page. Raises administrators_only (403).
create function public.business_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.business_page();
end;
$$;

-- Locks the draft. Raises business_changed (409) unless its revision is the expected one.
create function private.lock_business_draft(expected integer) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.business_draft where revision = expected for update;
  if not found then
    raise exception using errcode = 'PT409', message = 'business_changed';
  end if;
end;
$$;

-- Replaces the draft that the caller read at this revision; null discards it. Returns business_page(). Raises
-- administrators_only (403), business_changed (409), business_invalid (400).
create function public.save_business_draft(draft jsonb, expected integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted jsonb := nullif(draft, 'null');
begin
  perform private.require_admin();
  if jsonb_typeof(wanted) <> 'object' or length(wanted::text) > 300000 then
    raise exception using errcode = 'PT400', message = 'business_invalid';
  end if;
  perform private.lock_business_draft(expected);
  update public.business_draft
  set business = nullif(wanted, (select newest.business from public.business_versions as newest
      order by newest.version desc limit 1)),
    revision = revision + 1,
    saved_at = now(),
    saved_by = private.actor_label(null)
  where only_row;
  return private.business_page();
end;
$$;

-- Publishes a validated document as the next version, and discards the draft that the caller read at this revision.
-- A new info address becomes the one that manages reviews. All administrators are notified of the `areas` that differ:
-- "free cancellation". The caller has checked a fresh proof. Returns business_page(). Raises business_changed (409).
create function public.publish_business(
  document jsonb, expected integer, administrator uuid, changes text[], areas text[], restored integer default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  former public.business_versions;
  new_info_email text;
begin
  perform private.lock_business_draft(expected);
  perform private.act_as(administrator);
  select * into strict former from public.business_versions order by version desc limit 1;
  insert into public.business_versions
    (version, business, published_by, publisher_label, changes, restored_version)
  values
    (former.version + 1, document, administrator, private.actor_label(null), changes, restored);
  update public.business_draft
  set business = null, revision = revision + 1, saved_at = null, saved_by = null
  where only_row;
  if document #>> '{facts,infoEmail}' is distinct from former.business #>> '{facts,infoEmail}' then
    new_info_email := document #>> '{facts,infoEmail}';
    perform public.set_info_email(new_info_email);
  end if;
  perform private.notify_administrators(concat_ws(' ',
    coalesce(
      'Version ' || restored || ' of prices and facts was restored.', 'Prices and facts were published.'
    ),
    'Changed: ' || array_to_string(areas, ', ') || '.',
    'The account of ' || new_info_email || ' manages reviews from now on.'
  ));
  return private.business_page();
end;
$$;

-- Published versions below `before`, newest first: [{version, publishedAt, publishedBy, changes, restored}]. Raises
-- administrators_only (403).
create function public.business_history(before integer default null, batch integer default 20) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'version', one.version,
      'publishedAt', one.published_at,
      'publishedBy', one.publisher_label,
      'changes', to_jsonb(one.changes),
      'restored', one.restored_version
    ) order by one.version desc), '[]')
    from (
      select * from public.business_versions
      where before is null or version < before
      order by version desc
      limit least(greatest(batch, 1), 100)
    ) as one
  );
end;
$$;

-- Raises reauthentication_needed (403) unless the signed-in person proved who they are within five minutes. A server
-- function calls it with the token of its request.
create function public.require_fresh_proof() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_fresh_proof();
end;
$$;

revoke all on function
  public.current_business, public.published_business, public.business_page, public.save_business_draft,
  public.publish_business, public.business_history, public.require_fresh_proof
  from public, anon, authenticated, service_role;
grant execute on function public.published_business to anon, authenticated, service_role;
grant execute on function public.current_business, public.publish_business to service_role;
grant execute on function
  public.business_page, public.save_business_draft, public.business_history, public.require_fresh_proof
  to authenticated;
