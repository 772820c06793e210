/**
 * rrrspec-web's routes below {@code /v2}, with the same JSON: docs/web-api.md. Runs that go on and
 * past ones are answered in one shape; nothing that grows with a run is held as a whole.
 */
@NullMarked
package io.rrrspec.persister.viewer.api;

import org.jspecify.annotations.NullMarked;
