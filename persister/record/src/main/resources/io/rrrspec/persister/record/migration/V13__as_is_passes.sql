-- With which class files (a digest) a class passed last in a JVM as its project has it: only then may it run in one that is
-- made for speed. It stays when that run has been deleted.
CREATE TABLE as_is_pass (
  class_hash ${hash} NOT NULL,
  spec_hash ${hash} NOT NULL,
  spec_file ${text} NOT NULL,
  class_files VARCHAR(64) NOT NULL,
  passed_ms BIGINT NOT NULL,
  PRIMARY KEY (class_hash, spec_hash)
) ${table_options};
