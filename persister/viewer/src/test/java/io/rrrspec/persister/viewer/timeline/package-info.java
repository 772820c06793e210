@NullMarked
package io.rrrspec.persister.viewer.timeline;

import org.jspecify.annotations.NullMarked;
