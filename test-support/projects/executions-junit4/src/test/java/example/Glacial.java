package example;

/** A kind of slow. */
public interface Glacial extends Slow {}
