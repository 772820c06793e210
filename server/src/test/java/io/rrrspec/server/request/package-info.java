/** Requests, carried from job to job by servers that are stepped by hand. */
@NullMarked
package io.rrrspec.server.request;

import org.jspecify.annotations.NullMarked;
