/** The transitions against a real Redis, in every state of their guards. */
@NullMarked
package io.rrrspec.common.store;

import org.jspecify.annotations.NullMarked;
