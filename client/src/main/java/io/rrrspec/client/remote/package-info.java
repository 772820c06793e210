/** What the client does with the fleet's Redis: starting, waiting, showing, ending runs. */
@NullMarked
package io.rrrspec.client.remote;

import org.jspecify.annotations.NullMarked;
