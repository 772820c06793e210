package example;

import org.junit.*;
import org.junit.runner.*;
import org.junit.runners.*;

@Ignore
@RunWith(Suite.class)
@Suite.SuiteClasses({VintageOneTest.class})
public class IgnoredSuiteTest {}
