-- Finds sessions and tokens whose time is over.

create index sessions_last_use_idx on auth.sessions ((coalesce(refreshed_at, created_at)));
create index refresh_tokens_used_at_idx on auth.refresh_tokens (used_at) where used_at is not null;
create index one_time_tokens_expires_at_idx on auth.one_time_tokens (expires_at);
create index flow_state_expires_at_idx on auth.flow_state (expires_at);

-- Erasing a customer ends the changes of other accounts to the address.
create index users_email_change_idx on auth.users (lower(email_change)) where email_change is not null;
