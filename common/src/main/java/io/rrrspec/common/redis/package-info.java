/**
 * Redis itself: the connection, the keys, and the scripts. With {@code store} the only place that
 * knows Jedis.
 */
@NullMarked
package io.rrrspec.common.redis;

import org.jspecify.annotations.NullMarked;
