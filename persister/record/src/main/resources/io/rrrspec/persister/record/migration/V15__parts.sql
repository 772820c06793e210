-- Of a class that a run has divided: into how many parts, and why it ran as a whole after all. NULL: it was not divided;
-- its parts have decided it.
ALTER TABLE task ADD COLUMN parts INT;
ALTER TABLE task ADD COLUMN whole ${text};

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
