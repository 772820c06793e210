/**
 * Requests: pipelines of jobs that somebody asked for over HTTP. Flows carry their jobs out;
 * workers of other implementations take those that are theirs.
 */
@NullMarked
package io.rrrspec.server.request;

import org.jspecify.annotations.NullMarked;
