/**
 * A foreign implementation of rrrspec, played with plain Redis commands as Ruby rrrspec 0.4.6 was
 * seen to use them, with our processes on the other side.
 */
@NullMarked
package io.rrrspec.acceptance.foreign;

import org.jspecify.annotations.NullMarked;
