/** The code inside the slave JVM. */
@NullMarked
package io.rrrspec.worker.slave;

import org.jspecify.annotations.NullMarked;
