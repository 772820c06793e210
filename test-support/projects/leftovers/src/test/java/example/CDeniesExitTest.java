package example;

import java.security.Permission;
import org.junit.jupiter.api.Test;

/** Leaves the SecurityManager by which tests notice that somebody ends the JVM. */
class CDeniesExitTest {
  @Test
  void leaves_a_security_manager_that_can_be_taken_away() {
    System.setSecurityManager(
        new SecurityManager() {
          @Override
          public void checkExit(int status) {
            throw new SecurityException("no exit");
          }

          @Override
          public void checkPermission(Permission permission) {}
        });
  }
}
