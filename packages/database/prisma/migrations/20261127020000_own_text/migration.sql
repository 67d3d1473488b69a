-- What a mail adds to its conversation is mostly the beginning of its plain text, and is not kept a second time.
alter table message_content add column extracted_units integer;
alter table message_content alter column extracted_units set statistics 0;
