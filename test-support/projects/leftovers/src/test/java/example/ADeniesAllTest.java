package example;

import java.security.Permission;
import org.junit.jupiter.api.Test;

/** Leaves a SecurityManager that allows nothing, not even to take it away. */
class ADeniesAllTest {
  @Test
  void leaves_a_security_manager() {
    System.setSecurityManager(
        new SecurityManager() {
          @Override
          public void checkPermission(Permission permission) {
            throw new SecurityException("no " + permission);
          }

          @Override
          public void checkAccess(Thread thread) {
            throw new SecurityException("no " + thread);
          }

          @Override
          public void checkAccess(ThreadGroup group) {
            throw new SecurityException("no " + group);
          }
        });
  }
}
