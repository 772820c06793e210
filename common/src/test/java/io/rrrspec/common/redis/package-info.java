/** The connection, the scripts and the embedded server. */
@NullMarked
package io.rrrspec.common.redis;

import org.jspecify.annotations.NullMarked;
