-- The latest tries of a delivery: when, what came of it, how long it took, and the beginning of the answer.

-- webhooks

alter table webhook_delivery add column tries jsonb not null default '[]';
