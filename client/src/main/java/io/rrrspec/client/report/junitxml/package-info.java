/** Writes the JUnit XML files that other tools read. */
@NullMarked
package io.rrrspec.client.report.junitxml;

import org.jspecify.annotations.NullMarked;
