package io.rrrspec.common.flow.file;

import java.util.List;

/**
 * The files that a command declares. With inputs and outputs it is not run again while a worker has
 * its outputs and nothing has changed that they are made from.
 *
 * @param id tells the step from all others of the file that declare outputs; empty if it declares
 *     none
 * @param inputs patterns of the sent files that it reads, see {@link
 *     io.rrrspec.common.files.PathGlob}; empty exactly if there are no outputs
 * @param outputs patterns of the files that it makes, as above
 * @param uses the ids of the steps before it whose outputs it reads, each once
 */
public record StepFiles(String id, List<String> inputs, List<String> outputs, List<String> uses) {
  /** Declares nothing. */
  public static final StepFiles NONE = new StepFiles("", List.of(), List.of(), List.of());

  public StepFiles {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    uses = List.copyOf(uses);
  }
}
