package io.rrrspec.worker.extension;

import java.util.List;
import org.apache.maven.AbstractMavenLifecycleParticipant;
import org.apache.maven.execution.MavenSession;

/** Lets a build go to <code>package</code> if one of its modules needs an artifact of another. */
public final class PackagingParticipant extends AbstractMavenLifecycleParticipant {
  @Override
  public void afterProjectsRead(MavenSession session) {
    if (BuildModules.of(session).arePackagedForOthers()
        && session.getGoals().equals(List.of("test"))) {
      session.getRequest().setGoals(List.of("package"));
    }
  }
}
