-- Processor time: of a trial that of its slave's process and of the thread that ran it; of a task what it was expected to
-- take, and what its good trial took. NULL: unknown, or an older version saved it.
ALTER TABLE trial ADD COLUMN cpu_ms BIGINT;
ALTER TABLE trial ADD COLUMN thread_cpu_ms BIGINT;
ALTER TABLE task ADD COLUMN cpu_estimate_ms BIGINT;
ALTER TABLE task ADD COLUMN cpu_ms BIGINT;
