@NullMarked
package io.rrrspec.worker.build.state;

import org.jspecify.annotations.NullMarked;
