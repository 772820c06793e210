/** The lines by which people and programs look after queues and jobs. */
@NullMarked
package io.rrrspec.common.line;

import org.jspecify.annotations.NullMarked;
