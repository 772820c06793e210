/** Finds out what test classes share in this JVM, after they have run. */
@org.jspecify.annotations.NullMarked
package io.rrrspec.worker.slave.affinity;
