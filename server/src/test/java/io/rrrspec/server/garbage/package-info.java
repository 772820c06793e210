/** What must not stop a server: text in Redis that is not what it should be. */
@NullMarked
package io.rrrspec.server.garbage;

import org.jspecify.annotations.NullMarked;
