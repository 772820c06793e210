/** Runs one spec file: the port, and the runner of commands. */
@NullMarked
package io.rrrspec.worker.slave.runner;

import org.jspecify.annotations.NullMarked;
