-- How a run of a whole project on one machine used that machine, and how many processors that has: 'plain 2', 'fastest 2' or
-- 'measuring 2'. NULL: somebody has said how, it was no such run, or an older version saved it.
ALTER TABLE taskset ADD COLUMN way VARCHAR(32);
