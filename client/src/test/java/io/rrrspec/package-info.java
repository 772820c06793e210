/** What is true of all modules together. */
@NullMarked
package io.rrrspec;

import org.jspecify.annotations.NullMarked;
