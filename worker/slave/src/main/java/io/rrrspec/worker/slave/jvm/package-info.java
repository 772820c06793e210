/**
 * Watches the JVM that the tests share with us, and ends it: its heap, its output, its threads, its
 * exit code.
 */
@NullMarked
package io.rrrspec.worker.slave.jvm;

import org.jspecify.annotations.NullMarked;
