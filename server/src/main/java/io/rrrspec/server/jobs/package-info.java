/** Jobs that a server has a part in: runs that it starts, and requests that it answers. */
@NullMarked
package io.rrrspec.server.jobs;

import org.jspecify.annotations.NullMarked;
