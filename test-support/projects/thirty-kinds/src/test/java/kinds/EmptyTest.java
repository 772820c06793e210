package kinds;

/** No failure: it has no test. */
class EmptyTest {
  void isNoTest() {}
}
