-- Processor time: of a trial that of its slave's process and of the thread that ran it, and how long this thread was ready
-- and got no processor; of a task what it was expected to take, what its good trial took, and how long that wanted no
-- processor. NULL: unknown, or an older version saved it.
ALTER TABLE trial ADD COLUMN cpu_ms BIGINT;
ALTER TABLE trial ADD COLUMN thread_cpu_ms BIGINT;
ALTER TABLE trial ADD COLUMN thread_ready_ms BIGINT;
ALTER TABLE task ADD COLUMN cpu_estimate_ms BIGINT;
ALTER TABLE task ADD COLUMN cpu_ms BIGINT;
ALTER TABLE task ADD COLUMN wait_ms BIGINT;
-- How many slaves a worker has used at most, and why so many. NULL: as many as it was told.
ALTER TABLE worker_log ADD COLUMN slaves ${text};
