/** Tests of how JDKs are found. */
@NullMarked
package io.rrrspec.common.jdk;

import org.jspecify.annotations.NullMarked;
