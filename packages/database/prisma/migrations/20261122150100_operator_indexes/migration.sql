-- outside a transaction

-- What an operator lists, over all tenants.

-- identity

-- step Tenants of a state, newest first.
drop index concurrently if exists tenant_standing_idx;
-- step
create index concurrently tenant_standing_idx
  on tenant (status, send_policy, billing_state, metered, created_at, id);

-- step Tenants whose name begins with something.
drop index concurrently if exists tenant_name_begins_idx;
-- step
create index concurrently tenant_name_begins_idx on tenant (lower(name) text_pattern_ops);

-- step Those whose id does.
drop index concurrently if exists tenant_id_begins_idx;
-- step
create index concurrently tenant_id_begins_idx on tenant (lower(id) text_pattern_ops);

-- step Changes of one kind, and what operators did.
drop index concurrently if exists audit_entry_action_id_idx;
-- step
create index concurrently audit_entry_action_id_idx on audit_entry (action, id);
-- step
drop index concurrently if exists audit_operator_partial;
-- step
create index concurrently audit_operator_partial on audit_entry (id) where actor = 'operator';

-- step Why a tenant's standing is what it is.
drop index concurrently if exists audit_standing_partial;
-- step
create index concurrently audit_standing_partial on audit_entry (tenant_id, id) where action = 'tenant.policy_changed';

-- mail

-- step Domains and addresses that begin with something.
drop index concurrently if exists mail_domain_begins_idx;
-- step
create index concurrently mail_domain_begins_idx on mail_domain (lower(name) text_pattern_ops);
-- step
drop index concurrently if exists mailbox_address_begins_idx;
-- step
create index concurrently mailbox_address_begins_idx on mailbox (lower(address) text_pattern_ops);

-- step Mailboxes that somebody has disabled.
drop index concurrently if exists mailbox_disabled_partial;
-- step
create index concurrently mailbox_disabled_partial on mailbox (id) where status = 1;

-- tasks

-- step What was handled in an hour.
drop index concurrently if exists task_handled_partial;
-- step
create index concurrently task_handled_partial on email_task (handled_at) where status = 'handled';

-- webhooks

-- step Endpoints that fail or are disabled.
drop index concurrently if exists webhook_unwell_partial;
-- step
create index concurrently webhook_unwell_partial on webhook (id)
  where deleted_at is null and (status = 1 or failing_since is not null);

-- step A tenant's webhooks in their order; the index of tenants alone is needed no more.
drop index concurrently if exists webhook_tenant_id_id_idx;
-- step
create index concurrently webhook_tenant_id_id_idx on webhook (tenant_id, id);
-- step
drop index concurrently if exists webhook_tenant_id_idx;

-- billing

-- step Receipts of a state.
drop index concurrently if exists receipt_status_id_idx;
-- step
create index concurrently receipt_status_id_idx on receipt (status, id);
-- step
drop index concurrently if exists receipt_tenant_id_status_id_idx;
-- step
create index concurrently receipt_tenant_id_status_id_idx on receipt (tenant_id, status, id);

-- send-policy

-- step What one control did.
drop index concurrently if exists risk_event_control_id_idx;
-- step
create index concurrently risk_event_control_id_idx on risk_event (control, id);

-- sending

-- step Jobs that failed, or that wait for another attempt.
drop index concurrently if exists outbound_failed_partial;
-- step
create index concurrently outbound_failed_partial on outbound_job (id) where status = 'failed';
-- step
drop index concurrently if exists outbound_retry_partial;
-- step
create index concurrently outbound_retry_partial on outbound_job (id) where status = 'retry';

-- messaging

-- step Events that were set aside, newest first.
drop index concurrently if exists bus_poisoned_at_partial;
-- step
create index concurrently bus_poisoned_at_partial on bus_delivery (poisoned_at, event_id, consumer)
  where poisoned_at is not null;
