-- Mailboxes whose mail is sealed to the keys of its readers.

-- mail

alter table mailbox add column encryption text not null default 'none' check (encryption in ('none', 'sealed'));
alter table mailbox add column seal_before_extraction boolean not null default false;

-- What lies here is encrypted with the installation's key until it is sealed.
alter table raw_message add column awaits_seal boolean not null default false;
