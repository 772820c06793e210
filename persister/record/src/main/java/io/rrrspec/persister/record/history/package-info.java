/** Reads what earlier runs say of a class or a test: times, results, flaky tests, bad workers. */
@NullMarked
package io.rrrspec.persister.record.history;

import org.jspecify.annotations.NullMarked;
