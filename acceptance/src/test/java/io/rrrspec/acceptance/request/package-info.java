/** Requests over HTTP with real processes. */
@NullMarked
package io.rrrspec.acceptance.request;

import org.jspecify.annotations.NullMarked;
