-- Until when a test event of a webhook counts as under way, so that replicas make one at a time.
alter table webhook add column testing_until timestamptz(6);
