/**
 * The code inside the slave JVM: runs one test class or one command at a time, with bounded output
 * and limits in time, and leaves the JVM as it found it.
 *
 * <p>It shares the JVM with the project under test. So it is shipped in a jar of its own with every
 * dependency relocated, and uses of the JUnit Platform only what version 1.8 has: the launcher is
 * the project's own.
 */
@NullMarked
package io.rrrspec.worker.slave;

import org.jspecify.annotations.NullMarked;
