@NullMarked
package io.rrrspec.worker.slave.affinity;

import org.jspecify.annotations.NullMarked;
