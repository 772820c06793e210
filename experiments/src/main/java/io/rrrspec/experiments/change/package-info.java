/**
 * Changes one thing in a green project at a time, and holds what rrrspec-java says against what
 * Maven says: a green run has to be true after any change.
 */
@NullMarked
package io.rrrspec.experiments.change;

import org.jspecify.annotations.NullMarked;
