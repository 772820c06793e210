package io.rrrspec.worker.extension;

import java.util.List;
import org.apache.maven.AbstractMavenLifecycleParticipant;
import org.apache.maven.execution.MavenSession;

/**
 * Lets a build go to <code>package</code> if one of its modules needs an artifact of another, and
 * further if integration tests are wanted.
 */
public final class PackagingParticipant extends AbstractMavenLifecycleParticipant {
  @Override
  public void afterProjectsRead(MavenSession session) {
    BuildModules modules = BuildModules.of(session);
    if (modules.haveIntegrationTests()) {
      // The plan then has the goals before and behind them, too.
      session.getRequest().setGoals(List.of("post-integration-test"));
    } else if (modules.arePackagedForOthers() && session.getGoals().equals(List.of("test"))) {
      session.getRequest().setGoals(List.of("package"));
    }
  }
}
