/**
 * What the last prepare depended on and what it made, and whether any of it has changed since. It
 * knows files and values, nothing of Maven.
 */
@NullMarked
package io.rrrspec.worker.build.state;

import org.jspecify.annotations.NullMarked;
