package io.rrrspec.common.model;

/**
 * The workspace that a run needs.
 *
 * @param name the artifact that a workspace is once it is set up for the run, see {@link
 *     io.rrrspec.common.artifact.Artifact}
 * @param shared whether a worker that has set it up gives it to others, which fetch it in place of
 *     a set-up of their own
 */
public record WantedWorkspace(String name, boolean shared) {
  public WantedWorkspace {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a workspace without a name");
    }
  }
}
