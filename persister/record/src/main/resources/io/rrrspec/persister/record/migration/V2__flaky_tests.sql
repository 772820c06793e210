-- See docs/decisions/flaky-tests.md.

-- A digest: equal ones mean that the same sources were run in the same way. NULL: nobody knows.
ALTER TABLE taskset ADD COLUMN sources VARCHAR(64);

-- Other runs on the same sources.
CREATE INDEX taskset_by_sources ON taskset (class_hash, sources, id);

-- The runs of a class since some day.
CREATE INDEX taskset_by_time ON taskset (class_hash, finished_ms, id);

-- One row for each test and run in which it failed although it passed on the same sources. Written
-- once, with the logs of one of the two runs, and never changed.
CREATE TABLE flaky_case (
  -- Where it failed.
  taskset_id BIGINT NOT NULL,
  task_no INT NOT NULL,
  -- As in failed_case.
  test_hash ${hash} NOT NULL,
  trial_no INT NOT NULL,
  case_no INT NOT NULL,
  -- As in taskset and task.
  class_hash ${hash} NOT NULL,
  spec_hash ${hash} NOT NULL,
  finished_ms BIGINT NOT NULL,
  class_name ${text} NOT NULL,
  name ${text} NOT NULL,
  -- Where it passed: in the same run, or in another one, which may be gone by now.
  passed_taskset_id BIGINT NOT NULL,
  passed_task_no INT NOT NULL,
  passed_trial_no INT NOT NULL,
  passed_case_no INT NOT NULL,
  PRIMARY KEY (taskset_id, task_no, test_hash),
  CONSTRAINT flaky_case_taskset FOREIGN KEY (taskset_id) REFERENCES taskset (id) ON DELETE CASCADE
) ${table_options};

-- The flaky tests of the last runs of a class, counted within the index alone.
CREATE INDEX flaky_case_by_class ON flaky_case (class_hash, taskset_id, test_hash, spec_hash);

-- When one was seen.
CREATE INDEX flaky_case_by_test ON flaky_case (test_hash, spec_hash, finished_ms, taskset_id);
