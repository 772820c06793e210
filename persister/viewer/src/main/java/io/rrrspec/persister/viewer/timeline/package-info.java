/** Where the time of a run went: as a picture and in words. */
@NullMarked
package io.rrrspec.persister.viewer.timeline;

import org.jspecify.annotations.NullMarked;
