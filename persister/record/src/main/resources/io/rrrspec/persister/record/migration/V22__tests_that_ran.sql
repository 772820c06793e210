-- Which tests of a trial ran, as one number: the sum of a hash of each. NULL: it has none, or an older version saved it.
ALTER TABLE trial ADD COLUMN tests_ran BIGINT;
