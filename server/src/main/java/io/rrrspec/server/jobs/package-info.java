/** Jobs whose runs a server starts. */
@NullMarked
package io.rrrspec.server.jobs;

import org.jspecify.annotations.NullMarked;
