/**
 * The viewer: runs that go on, from Redis, and past ones, from SQL, as pages and as rrrspec-web's
 * routes. The one place of this module that knows Javalin and JTE.
 */
@NullMarked
package io.rrrspec.persister.viewer;

import org.jspecify.annotations.NullMarked;
