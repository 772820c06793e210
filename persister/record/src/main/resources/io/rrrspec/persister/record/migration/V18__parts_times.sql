-- Of a trial that parts of a class have made together, which ran side by side: what the class would have taken. NULL: it took
-- the time from its start to its end.
ALTER TABLE trial ADD COLUMN took_ms BIGINT;

-- The class files that the parts of a class were meant for, as a digest. NULL: it was not divided, or an older version saved it.
ALTER TABLE task ADD COLUMN part_files VARCHAR(64);
