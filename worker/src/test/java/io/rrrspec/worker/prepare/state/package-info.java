@NullMarked
package io.rrrspec.worker.prepare.state;

import org.jspecify.annotations.NullMarked;
