-- Lists of emails, and the messages that a reply refers to, are walked in an order by `id + 0`, which no other index offers.
-- Otherwise the planner may walk the primary key past everybody else's mail: it knows averages alone, and a mailbox with
-- nearly everything, or a Message-ID that one sender repeats, is no average.

-- mail

drop index email_list_partial;
create index email_list_partial on email (mailbox_id, direction, (id + 0) desc) where ready_at is not null;
drop index email_message_id_partial;
create index email_message_id_partial on email (mailbox_id, message_id, (id + 0)) where message_id <> '';
