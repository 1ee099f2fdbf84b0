-- The functions that identify the caller, as SQL of its own kind: the planner reads their bodies into each statement,
-- so a policy calls no function to know who asks. Their names were resolved when they were made; no search path counts.

create or replace function auth.jwt() returns jsonb
language sql stable
return nullif(current_setting('request.jwt.claims', true), '')::jsonb;

create or replace function auth.uid() returns uuid
language sql stable
return nullif(auth.jwt() ->> 'sub', '')::uuid;

create or replace function auth.email() returns text
language sql stable
return auth.jwt() ->> 'email';

create or replace function auth.role() returns text
language sql stable
return auth.jwt() ->> 'role';
