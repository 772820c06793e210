package example;

import org.junit.jupiter.api.Test;

/** Needs the database for itself. */
class RefundRepositoryTest {
  @Test
  void works() throws Exception {
    Database.use(2500);
  }
}
