-- Of the trials that decided the tasks: each test of a decided task once. NULL: saved by an older
-- version.
ALTER TABLE taskset ADD COLUMN tests_passed INT;
ALTER TABLE taskset ADD COLUMN tests_skipped INT;
ALTER TABLE taskset ADD COLUMN tests_failed INT;
