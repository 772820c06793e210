/** Servers in containers, for the profile {@code docker}. */
@NullMarked
package io.rrrspec.testing.docker;

import org.jspecify.annotations.NullMarked;
