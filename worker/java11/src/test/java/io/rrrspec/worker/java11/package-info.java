/** Tests of how class files are rewritten. */
@NullMarked
package io.rrrspec.worker.java11;

import org.jspecify.annotations.NullMarked;
