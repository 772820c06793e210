@NullMarked
package io.rrrspec.persister.viewer.queue;

import org.jspecify.annotations.NullMarked;
