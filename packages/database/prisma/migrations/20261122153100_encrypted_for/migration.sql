-- For which OpenPGP keys an email is, as its first packets say: 16 hexadecimal digits each.
alter table email add column encrypted_for text[] not null default '{}';
