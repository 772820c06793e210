/** Child processes: groups of them, and their end. */
@NullMarked
package io.rrrspec.common.process;

import org.jspecify.annotations.NullMarked;
