-- Of a class that a run has divided: into how many parts, and why it ran as a whole after all. NULL: it was not divided;
-- its parts have decided it.
ALTER TABLE task ADD COLUMN parts INT;
ALTER TABLE task ADD COLUMN whole ${text};

-- The trials of these parts. What they brought stands in the trial of their class that is made of them.
CREATE TABLE part_trial (
  taskset_id BIGINT NOT NULL,
  task_no INT NOT NULL,
  part_no INT NOT NULL,
  trial_no INT NOT NULL,
  trial_name ${text} NOT NULL,
  slave_key ${text} NOT NULL,
  started_ms BIGINT,
  finished_ms BIGINT,
  status VARCHAR(16) NOT NULL,
  verdict VARCHAR(16),
  passed INT NOT NULL,
  pending INT NOT NULL,
  failed INT NOT NULL,
  cpu_ms BIGINT,
  thread_cpu_ms BIGINT,
  thread_ready_ms BIGINT,
  reason ${text},
  PRIMARY KEY (taskset_id, task_no, part_no, trial_no),
  CONSTRAINT part_trial_taskset FOREIGN KEY (taskset_id) REFERENCES taskset (id) ON DELETE CASCADE
) ${table_options};

-- What should not be divided: the reason, and with which class files (a digest; NULL: nobody knows them). It stays when that
-- run has been deleted.
CREATE TABLE split_refusal (
  class_hash ${hash} NOT NULL,
  spec_hash ${hash} NOT NULL,
  spec_file ${text} NOT NULL,
  reason ${text} NOT NULL,
  class_files VARCHAR(64),
  seen_ms BIGINT NOT NULL,
  PRIMARY KEY (class_hash, spec_hash)
) ${table_options};
