/** The directories in which tasksets run: their sources, their set-up, and the disk they take. */
@NullMarked
package io.rrrspec.worker.agent.workspace;

import org.jspecify.annotations.NullMarked;
