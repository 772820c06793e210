/** Tests that run on another JDK than rrrspec-java itself. */
@NullMarked
package io.rrrspec.acceptance.jdk;

import org.jspecify.annotations.NullMarked;
