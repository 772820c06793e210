/** What there is to run, and in which order. */
@NullMarked
package io.rrrspec.client.source;

import org.jspecify.annotations.NullMarked;
