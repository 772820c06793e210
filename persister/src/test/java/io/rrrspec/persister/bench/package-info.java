/** How well flaky tests are found: generated suites, played through the real parts. */
@org.jspecify.annotations.NullMarked
package io.rrrspec.persister.bench;
