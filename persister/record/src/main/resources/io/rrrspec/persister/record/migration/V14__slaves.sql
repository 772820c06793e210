-- What decides how many slaves a worker uses. Of a trial how long the thread that ran it was ready and got no processor; of a
-- task for how long its good trial wanted no processor. NULL: unknown, or an older version saved it.
ALTER TABLE trial ADD COLUMN thread_ready_ms BIGINT;
ALTER TABLE task ADD COLUMN wait_ms BIGINT;
-- How many slaves a worker has used at most, and why so many. NULL: as many as it was told.
ALTER TABLE worker_log ADD COLUMN slaves ${text};
