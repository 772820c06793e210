/**
 * Runs one test class with the JUnit Platform that the project brings, as Surefire is configured
 * to: which engines, which groups, which methods, and what each test reported.
 */
@NullMarked
package io.rrrspec.worker.slave.junit;

import org.jspecify.annotations.NullMarked;
