/** What is run: which tests of which sources. */
@NullMarked
package io.rrrspec.client.source;

import org.jspecify.annotations.NullMarked;
