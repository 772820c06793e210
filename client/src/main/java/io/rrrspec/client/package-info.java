/** The main of the client and of the run on one machine. */
@NullMarked
package io.rrrspec.client;

import org.jspecify.annotations.NullMarked;
