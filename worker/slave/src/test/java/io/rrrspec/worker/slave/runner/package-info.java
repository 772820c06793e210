/** Tests of the package. */
@NullMarked
package io.rrrspec.worker.slave.runner;

import org.jspecify.annotations.NullMarked;
