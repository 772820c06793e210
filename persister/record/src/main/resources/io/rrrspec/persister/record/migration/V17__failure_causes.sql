-- What a failure has in common with others, so that lists show them together: see FailureCause. NULL: an older version saved
-- it, and the message says it.
ALTER TABLE failed_case ADD COLUMN cause ${text};
