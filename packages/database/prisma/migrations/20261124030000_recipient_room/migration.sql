-- A recipient is marked and then settled: with room on its page, neither writes the indexes again.

-- sending

alter table outbound_recipient set (fillfactor = 50);
