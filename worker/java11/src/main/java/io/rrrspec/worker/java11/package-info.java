/** Rewrites class files of Java 17 for Java 11. */
@NullMarked
package io.rrrspec.worker.java11;

import org.jspecify.annotations.NullMarked;
