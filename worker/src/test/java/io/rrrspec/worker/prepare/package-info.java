@NullMarked
package io.rrrspec.worker.prepare;

import org.jspecify.annotations.NullMarked;
