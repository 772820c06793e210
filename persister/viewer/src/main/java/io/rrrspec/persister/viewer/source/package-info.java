/** Leads from stack traces to the sources on the reader's machine. */
@NullMarked
package io.rrrspec.persister.viewer.source;

import org.jspecify.annotations.NullMarked;
