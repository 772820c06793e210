/**
 * What the record costs and how good it is: persisting, queries at size, flaky tests that are
 * found. Each has a script of its own.
 */
@NullMarked
package io.rrrspec.experiments.record;

import org.jspecify.annotations.NullMarked;
