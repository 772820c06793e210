-- Times are milliseconds since 1970 in UTC. Hashes are those of the class Hash and stand for texts
-- that are too long for an index. BLOBs are gzip; NULL stands for the empty text.
-- A row is found by the number of its taskset first: what belongs to one run lies together.

CREATE TABLE taskset (
  id ${identity} PRIMARY KEY,
  uuid VARCHAR(255) NOT NULL,
  redis_key ${text} NOT NULL,
  rsync_name ${text} NOT NULL,
  setup_command ${text} NOT NULL,
  slave_command ${text} NOT NULL,
  worker_type ${text} NOT NULL,
  max_workers INT NOT NULL,
  max_trials INT NOT NULL,
  class_hash ${hash} NOT NULL,
  taskset_class ${text} NOT NULL,
  unknown_spec_timeout_sec INT NOT NULL,
  least_timeout_sec INT NOT NULL,
  created_ms BIGINT,
  finished_ms BIGINT,
  status VARCHAR(16) NOT NULL,
  succeeded_count INT NOT NULL,
  failed_count INT NOT NULL,
  task_count INT NOT NULL,
  runner ${text} NOT NULL,
  requested_by ${text},
  reason ${text},
  -- Step two has been here: log, slaves and worker logs are those of the end.
  logs_saved BOOLEAN NOT NULL,
  log ${blob},
  CONSTRAINT taskset_uuid UNIQUE (uuid)
) ${table_options};

-- The last runs of a class: for estimates, "what failed last time" and history.
CREATE INDEX taskset_by_class ON taskset (class_hash, id);

CREATE TABLE task (
  taskset_id BIGINT NOT NULL,
  task_no INT NOT NULL,
  -- Of taskset_class and spec_file: the same in every run.
  spec_hash ${hash} NOT NULL,
  spec_file ${text} NOT NULL,
  status VARCHAR(16) NOT NULL,
  estimate_ms BIGINT,
  -- Of the trial that decided it as passed or pending; else NULL.
  duration_ms BIGINT,
  PRIMARY KEY (taskset_id, task_no),
  -- In this order it is the history of a class, too.
  CONSTRAINT task_spec UNIQUE (spec_hash, taskset_id),
  CONSTRAINT task_taskset FOREIGN KEY (taskset_id) REFERENCES taskset (id) ON DELETE CASCADE
) ${table_options};

CREATE TABLE trial (
  taskset_id BIGINT NOT NULL,
  task_no INT NOT NULL,
  trial_no INT NOT NULL,
  key_hash ${hash} NOT NULL,
  -- The last part of its Redis key; a key that is not below its task's is here as a whole.
  trial_name ${text} NOT NULL,
  slave_key ${text} NOT NULL,
  started_ms BIGINT,
  finished_ms BIGINT,
  status VARCHAR(16) NOT NULL,
  verdict VARCHAR(16),
  passed INT NOT NULL,
  pending INT NOT NULL,
  failed INT NOT NULL,
  threads_left INT NOT NULL,
  reason ${text},
  stdout ${blob},
  stderr ${blob},
  -- All tests of the trial as JSON; see docs/decisions/per-test-results.md.
  cases ${blob},
  PRIMARY KEY (taskset_id, task_no, trial_no),
  CONSTRAINT trial_key UNIQUE (taskset_id, task_no, key_hash),
  CONSTRAINT trial_taskset FOREIGN KEY (taskset_id) REFERENCES taskset (id) ON DELETE CASCADE
) ${table_options};

-- The tests that failed, one by one, in all trials that count.
CREATE TABLE failed_case (
  taskset_id BIGINT NOT NULL,
  task_no INT NOT NULL,
  trial_no INT NOT NULL,
  case_no INT NOT NULL,
  -- Of taskset_class, class_name and name: the same in every run.
  test_hash ${hash} NOT NULL,
  class_name ${text} NOT NULL,
  name ${text} NOT NULL,
  outcome VARCHAR(16) NOT NULL,
  duration_ms BIGINT NOT NULL,
  message ${text},
  -- The same test passed in another trial of this task.
  flaky BOOLEAN NOT NULL,
  PRIMARY KEY (taskset_id, task_no, trial_no, case_no),
  CONSTRAINT failed_case_taskset FOREIGN KEY (taskset_id) REFERENCES taskset (id) ON DELETE CASCADE
) ${table_options};

CREATE INDEX failed_case_by_test ON failed_case (test_hash, taskset_id);

-- A slave's key comes back in other tasksets.
CREATE TABLE slave (
  taskset_id BIGINT NOT NULL,
  key_hash ${hash} NOT NULL,
  redis_key ${text} NOT NULL,
  status VARCHAR(16) NOT NULL,
  log ${blob},
  PRIMARY KEY (taskset_id, key_hash),
  CONSTRAINT slave_taskset FOREIGN KEY (taskset_id) REFERENCES taskset (id) ON DELETE CASCADE
) ${table_options};

CREATE TABLE worker_log (
  taskset_id BIGINT NOT NULL,
  key_hash ${hash} NOT NULL,
  redis_key ${text} NOT NULL,
  worker_key ${text} NOT NULL,
  started_ms BIGINT,
  rsync_finished_ms BIGINT,
  setup_finished_ms BIGINT,
  finished_ms BIGINT,
  log ${blob},
  PRIMARY KEY (taskset_id, key_hash),
  CONSTRAINT worker_log_taskset FOREIGN KEY (taskset_id) REFERENCES taskset (id) ON DELETE CASCADE
) ${table_options};
