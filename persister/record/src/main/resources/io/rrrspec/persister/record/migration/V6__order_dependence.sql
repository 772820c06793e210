-- After which tasks it failed although it passed alone, as JSON; see docs/order-dependent.md. NULL: nothing of the kind.
ALTER TABLE task ADD COLUMN order_dependence ${text};

-- How many of its tasks are so: most runs have none, and need not be looked into. NULL: saved by an older version.
ALTER TABLE taskset ADD COLUMN order_dependent INT;
