-- See docs/decisions/record-queries.md. The database computes these columns, so they are never behind.

-- When it ended, as far as anybody knows: lists of runs are in this order. NULL: the run is being
-- deleted and nobody may find it any more, see Retention.
ALTER TABLE taskset ADD COLUMN ended_ms BIGINT GENERATED ALWAYS AS (CASE WHEN SUBSTRING(uuid, 1, 6)
  = 'going:' THEN NULL ELSE COALESCE(finished_ms, created_ms, 0) END) ${stored};

-- What fits into an index: the first 64 characters.
ALTER TABLE taskset ADD COLUMN rsync_key VARCHAR(64) GENERATED ALWAYS AS (SUBSTRING(rsync_name, 1,
  64)) ${stored};
ALTER TABLE taskset ADD COLUMN user_key VARCHAR(64) GENERATED ALWAYS AS (SUBSTRING(requested_by, 1,
  64)) ${stored};

-- Lists of runs, by one thing each. What else may be asked for stands behind it, so that runs which
-- are not wanted are skipped and counted within the index. The first one is for deleting by age, too.
CREATE INDEX taskset_by_end ON taskset (ended_ms, id, status, class_hash, rsync_key, user_key);
CREATE INDEX taskset_by_status ON taskset (status, ended_ms, id, class_hash, rsync_key, user_key);
CREATE INDEX taskset_by_class_end ON taskset (class_hash, ended_ms, id, status, rsync_key, user_key);
CREATE INDEX taskset_by_rsync ON taskset (rsync_key, ended_ms, id, status, class_hash, user_key);
CREATE INDEX taskset_by_user ON taskset (user_key, ended_ms, id, status, class_hash, rsync_key);
