/** Tests whose own failures do not make a run red: the file of a project, and what a run mutes. */
@org.jspecify.annotations.NullMarked
package io.rrrspec.client.quarantine;
