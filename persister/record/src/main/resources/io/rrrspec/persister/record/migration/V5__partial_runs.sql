-- It ran only some tests of its classes, by method or by tag: no estimate comes from it, and a class
-- that is good in it may be red. Runs of older versions ran whole classes.
ALTER TABLE taskset ADD COLUMN partial_run BOOLEAN DEFAULT FALSE NOT NULL;
