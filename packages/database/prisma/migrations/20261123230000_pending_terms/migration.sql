-- The words of new blocks wait in a list until the indexer writes them, a word once for many blocks: the entry of a common
-- word grows with the mailbox and is written whole. A search reads what waits, so it is 1 MiB at most.
alter index email_block_terms_idx set (fastupdate = on, gin_pending_list_limit = 1024);
alter index email_slice_terms_idx set (fastupdate = on, gin_pending_list_limit = 1024);
