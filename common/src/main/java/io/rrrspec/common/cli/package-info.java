/** The shell around the mains: what their command lines have in common. */
@NullMarked
package io.rrrspec.common.cli;

import org.jspecify.annotations.NullMarked;
