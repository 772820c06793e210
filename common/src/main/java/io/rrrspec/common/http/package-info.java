/** What everything that listens for HTTP has to know, whatever library serves it. */
@NullMarked
package io.rrrspec.common.http;

import org.jspecify.annotations.NullMarked;
