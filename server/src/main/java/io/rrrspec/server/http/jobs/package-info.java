/** The port on which each request becomes a job. */
@NullMarked
package io.rrrspec.server.http.jobs;

import org.jspecify.annotations.NullMarked;
