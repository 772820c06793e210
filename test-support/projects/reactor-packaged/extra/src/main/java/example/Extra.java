package example;

public final class Extra {}
