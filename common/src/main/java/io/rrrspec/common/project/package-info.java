/** What is known about the project under test: the content of its .rrrspec/project.json. */
@NullMarked
package io.rrrspec.common.project;

import org.jspecify.annotations.NullMarked;
