-- Those of a class whose tasks were found to depend on others are few: the list of all of them need not go through its runs,
-- which takes seconds where they are more than the database's memory.
CREATE INDEX taskset_by_order_dependence ON taskset (class_hash, order_dependent, id);
