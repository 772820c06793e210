-- What a trial shared with others in its JVM, and whether it made that, and paid for it. NULL: it shared nothing, or an
-- older version saved it.
ALTER TABLE trial ADD COLUMN affinity ${text};
ALTER TABLE trial ADD COLUMN affinity_started BOOLEAN;
