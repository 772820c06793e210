/** The routes for programs, called over HTTP; one contract for every database. */
@NullMarked
package io.rrrspec.persister.viewer.api;

import org.jspecify.annotations.NullMarked;
