/** Holds what came of a run: each task with its trials, each test with its outcomes. */
@NullMarked
package io.rrrspec.client.report.result;

import org.jspecify.annotations.NullMarked;
