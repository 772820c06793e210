/**
 * Feeds everything that the programs read with hostile input, decided by a seed: keys of Redis,
 * HTTP requests, lines of the command port, files, variables, and names and outputs of tests.
 */
@NullMarked
package io.rrrspec.experiments.fuzz;

import org.jspecify.annotations.NullMarked;
