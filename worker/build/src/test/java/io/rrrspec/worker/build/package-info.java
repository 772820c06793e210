@NullMarked
package io.rrrspec.worker.build;

import org.jspecify.annotations.NullMarked;
