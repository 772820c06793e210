-- In which kind of JVM (JvmKind) a task began whose column quick says how far it came. NULL: in a quick one if quick is not
-- NULL, since an older version saved it and knew no other.
ALTER TABLE task ADD COLUMN jvm VARCHAR(16);

-- What fails in a kind of JVM that is made for speed, and passes as is: it never gets that kind again, also when that run has
-- been deleted.
CREATE TABLE jvm_refusal (
  class_hash ${hash} NOT NULL,
  spec_hash ${hash} NOT NULL,
  jvm VARCHAR(16) NOT NULL,
  spec_file ${text} NOT NULL,
  seen_ms BIGINT NOT NULL,
  PRIMARY KEY (class_hash, spec_hash, jvm)
) ${table_options};

INSERT INTO jvm_refusal (class_hash, spec_hash, jvm, spec_file, seen_ms)
  SELECT class_hash, spec_hash, 'quick', spec_file, seen_ms FROM quick_refusal;

DROP TABLE quick_refusal;
