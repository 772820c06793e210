package example;

import org.junit.experimental.categories.Category;

@Category(Slow.class)
public abstract class SlowBase {}
