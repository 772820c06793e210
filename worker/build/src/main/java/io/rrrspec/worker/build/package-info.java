/** Gets to know a project through its build tool and writes what a slave needs to run its tests. */
@NullMarked
package io.rrrspec.worker.build;

import org.jspecify.annotations.NullMarked;
