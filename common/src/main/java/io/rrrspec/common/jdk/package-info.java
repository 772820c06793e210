/** The JDKs of this machine. */
@NullMarked
package io.rrrspec.common.jdk;

import org.jspecify.annotations.NullMarked;
