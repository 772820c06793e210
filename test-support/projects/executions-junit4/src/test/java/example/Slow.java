package example;

public interface Slow {}
