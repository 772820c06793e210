/** Where the log of a command goes. */
@NullMarked
package io.rrrspec.client.log;

import org.jspecify.annotations.NullMarked;
