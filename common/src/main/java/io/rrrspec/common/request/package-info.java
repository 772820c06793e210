/** Requests: pipelines of jobs that somebody asked for, as values, and what may become of them. */
@NullMarked
package io.rrrspec.common.request;

import org.jspecify.annotations.NullMarked;
