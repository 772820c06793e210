package io.rrrspec.experiments.simulation;

import io.rrrspec.persister.record.database.Database;
import java.net.URI;
import java.nio.file.Path;

/**
 * What one simulation after the other uses.
 *
 * @param redis an empty Redis that nobody else uses
 * @param database where finished tasksets go
 * @param runtimeDir a directory for what workers write for their slaves
 */
record Stage(URI redis, Database database, Path runtimeDir) {}
