/** Which run is served next, and with how many workers. */
@NullMarked
package io.rrrspec.server.admission;

import org.jspecify.annotations.NullMarked;
