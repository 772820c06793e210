/** Requests: the list, the pipeline of one, and what both read. */
@NullMarked
package io.rrrspec.persister.viewer.request;

import org.jspecify.annotations.NullMarked;
