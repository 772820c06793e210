-- It was not run, its result was given: it has neither durations nor outcomes of its own, so no estimate and no
-- history comes from it. Runs of older versions were all run.
ALTER TABLE taskset ADD COLUMN cached BOOLEAN DEFAULT FALSE NOT NULL;
