-- Of a task that began in a JVM which only makes it quicker: how far it came (QuickState). NULL: all its trials were as is.
ALTER TABLE task ADD COLUMN quick VARCHAR(16);

-- What fails in such JVMs and passes as is: it gets none any more, also when that run has been deleted.
CREATE TABLE quick_refusal (
  class_hash ${hash} NOT NULL,
  spec_hash ${hash} NOT NULL,
  spec_file ${text} NOT NULL,
  seen_ms BIGINT NOT NULL,
  PRIMARY KEY (class_hash, spec_hash)
) ${table_options};
