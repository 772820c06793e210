/** Times at which something is to be done again and again. */
@NullMarked
package io.rrrspec.common.cron;

import org.jspecify.annotations.NullMarked;
