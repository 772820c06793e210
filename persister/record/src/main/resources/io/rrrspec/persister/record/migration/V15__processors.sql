-- How busy the processors of a worker's host were meanwhile: how many there are, since when (ms), the length of a sample (ms),
-- and of each sample how many per cent. NULL: nobody knows.
ALTER TABLE worker_log ADD COLUMN processors ${text};
