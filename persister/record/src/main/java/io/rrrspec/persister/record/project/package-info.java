/** What the last runs of a project say about it as a whole. */
@NullMarked
package io.rrrspec.persister.record.project;

import org.jspecify.annotations.NullMarked;
