/** Tests of the package. */
@NullMarked
package io.rrrspec.worker.slave.junit;

import org.jspecify.annotations.NullMarked;
