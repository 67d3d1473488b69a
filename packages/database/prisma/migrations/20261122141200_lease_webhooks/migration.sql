-- Deliveries that tell of something else than an email.

-- webhooks

alter table webhook_delivery alter column email_id drop not null;
-- What an endpoint is told where that is no email: it was true when the event happened.
alter table webhook_delivery add column data jsonb;
