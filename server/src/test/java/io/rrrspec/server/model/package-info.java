/**
 * A model of a run that is explored exhaustively: every order of every step, with crashes and lost
 * answers. {@link io.rrrspec.server.model.Scripts} are the transitions, {@link
 * io.rrrspec.server.model.Cluster} is who takes which when, {@link io.rrrspec.server.model.Rules}
 * is what must hold. docs/protocol.md says the same in words.
 */
@NullMarked
package io.rrrspec.server.model;

import org.jspecify.annotations.NullMarked;
