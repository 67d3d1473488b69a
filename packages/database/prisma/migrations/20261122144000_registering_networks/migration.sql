-- From where strangers register clients of OAuth, so that one of them can't fill the place of all.

-- identity

-- The network from which a client was registered, until somebody lets it in.
alter table oauth_record add column network text;
create index oauth_record_network_partial on oauth_record (network, created_at) where network is not null;
create index oauth_record_idle_created_at_partial on oauth_record (created_at) where network is not null;
