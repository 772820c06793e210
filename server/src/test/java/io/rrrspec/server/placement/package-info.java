@NullMarked
package io.rrrspec.server.placement;

import org.jspecify.annotations.NullMarked;
