-- What a slave's JVM was started for, in a run of several launches: which launch, in which place of its worker, since
-- when, and when it took its first task and ended. NULL: the run has one launch, or an older version saved it.
ALTER TABLE slave ADD COLUMN launch ${text};
ALTER TABLE slave ADD COLUMN place INT;
ALTER TABLE slave ADD COLUMN started_ms BIGINT;
ALTER TABLE slave ADD COLUMN ready_ms BIGINT;
ALTER TABLE slave ADD COLUMN ended_ms BIGINT;
