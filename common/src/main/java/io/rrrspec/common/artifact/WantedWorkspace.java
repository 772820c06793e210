package io.rrrspec.common.artifact;

/**
 * The workspace that a run needs.
 *
 * @param name the artifact that a workspace is once it is set up for the run, see {@link Artifact}
 * @param shared whether a worker that has set it up gives it to others, which fetch it in place of
 *     a set-up of their own
 */
public record WantedWorkspace(String name, boolean shared) {
  public WantedWorkspace {
    if (!Artifact.isWorkspace(name)) {
      throw new IllegalArgumentException(name + " is no workspace");
    }
  }
}
