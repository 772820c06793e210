/** Tests of the package. */
@NullMarked
package io.rrrspec.worker.slave.jvm;

import org.jspecify.annotations.NullMarked;
