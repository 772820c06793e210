package example;

public class InheritingTest extends AbstractBaseTest {}
