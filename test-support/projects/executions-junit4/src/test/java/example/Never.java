package example;

public interface Never {}
