/**
 * Runs tasksets on one host: takes one at a time, prepares the workspace, keeps its slaves going.
 */
@NullMarked
package io.rrrspec.worker.agent;

import org.jspecify.annotations.NullMarked;
