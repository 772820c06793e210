@NullMarked
package io.rrrspec.persister.viewer.flow;

import org.jspecify.annotations.NullMarked;
