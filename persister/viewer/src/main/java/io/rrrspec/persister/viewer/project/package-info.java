/** The pages about projects. */
@NullMarked
package io.rrrspec.persister.viewer.project;

import org.jspecify.annotations.NullMarked;
