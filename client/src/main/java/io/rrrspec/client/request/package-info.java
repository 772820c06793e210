/** Asks a server for pipelines of jobs over HTTP, and follows them. */
@NullMarked
package io.rrrspec.client.request;

import org.jspecify.annotations.NullMarked;
