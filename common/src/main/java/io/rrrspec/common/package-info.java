/** What every part shares: the exceptions, each of which knows its exit code. */
@NullMarked
package io.rrrspec.common;

import org.jspecify.annotations.NullMarked;
