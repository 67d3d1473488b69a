-- outside a transaction

-- step The encrypted mail of a mailbox, among which its owner finds what to wrap for an agent key.
drop index concurrently if exists email_encrypted_partial;
-- step
create index concurrently email_encrypted_partial on email (mailbox_id, id) where encrypted;
