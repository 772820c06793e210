/** What workers have and can be given work for, by name. */
@NullMarked
package io.rrrspec.common.artifact;

import org.jspecify.annotations.NullMarked;
