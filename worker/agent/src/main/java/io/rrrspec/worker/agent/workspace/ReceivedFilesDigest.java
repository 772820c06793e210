package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.files.Sha256;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.rsync.RsyncItem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes a digest over names and contents of the files that a worker has received. Those whose stamp
 * (size, time of content, time of the entry, number of it) is the one of the last time are not read
 * again.
 */
final class ReceivedFilesDigest {
  private final Path cache;
  private final Map<String, String> known = new HashMap<>();
  private final List<String> lines = new ArrayList<>();

  private ReceivedFilesDigest(Path cache) {
    this.cache = cache;
  }

  /**
   * Over the files of a workspace, given in order, as rsync writes them; without the list of tests
   * in quarantine, which no set-up reads.
   */
  static String of(Workspace workspace, Set<String> paths) throws IOException {
    ReceivedFilesDigest digests = new ReceivedFilesDigest(workspace.digests());
    digests.read();
    MessageDigest all = Sha256.begin();
    for (String path : paths) {
      if (path.equals(Quarantine.FILE)) {
        continue;
      }
      Path file = workspace.tree().resolve(RsyncItem.unescaped(path));
      all.update((path + "\0" + digests.of(path, file) + "\n").getBytes(StandardCharsets.UTF_8));
    }
    Files.write(digests.cache, digests.lines);
    return HexFormat.of().formatHex(all.digest());
  }

  private void read() throws IOException {
    if (Files.exists(cache)) {
      for (String line : Files.readAllLines(cache)) {
        int tab = line.lastIndexOf('\t');
        if (tab > 0) {
          known.put(line.substring(0, tab), line.substring(tab + 1));
        }
      }
    }
  }

  private String of(String path, Path file) throws IOException {
    if (Files.isSymbolicLink(file)) {
      return "link " + Files.readSymbolicLink(file);
    }
    Map<String, Object> attributes =
        Files.readAttributes(
            file,
            "unix:size,mode,lastModifiedTime,ctime,ino,isRegularFile",
            LinkOption.NOFOLLOW_LINKS);
    if (!Boolean.TRUE.equals(attributes.get("isRegularFile"))) {
      return "no file";
    }
    boolean executable = attributes.get("mode") instanceof Integer mode && (mode & 0111) != 0;
    String stamp =
        path
            + "\t"
            + attributes.get("size")
            + "\t"
            + attributes.get("lastModifiedTime")
            + "\t"
            + attributes.get("ctime")
            + "\t"
            + attributes.get("ino");
    String digest = known.get(stamp);
    if (digest == null) {
      digest = HexFormat.of().formatHex(Sha256.ofFile(file));
    }
    lines.add(stamp + "\t" + digest);
    return executable ? digest + " executable" : digest;
  }
}
