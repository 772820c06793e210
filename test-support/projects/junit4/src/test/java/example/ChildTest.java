package example;

public class ChildTest extends AbstractBaseTest {}
