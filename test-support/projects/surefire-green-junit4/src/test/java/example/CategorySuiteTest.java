package example;

import org.junit.experimental.categories.*;
import org.junit.runner.*;
import org.junit.runners.*;

@RunWith(Categories.class)
@Categories.IncludeCategory(Slow.class)
@Suite.SuiteClasses({CategorizedTest.class})
public class CategorySuiteTest {}
