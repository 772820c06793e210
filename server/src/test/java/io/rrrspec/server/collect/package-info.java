@NullMarked
package io.rrrspec.server.collect;

import org.jspecify.annotations.NullMarked;
