-- What is known of the OpenPGP signature of a mail, by the keys that its tenant knows; null for nearly all of it.

-- mail

alter table email add column pgp_signature jsonb;
