# Sourced by the scripts that run an experiment.

# Compiles a module with its tests where a source is newer, or the checkout was copied or moved. Sets $classpath to its
# class path.
# Usage: classpath_of MODULE, in the root of the checkout
classpath_of() {
  local module=$1
  local file=$module/target/run.classpath
  if [ ! -e "$file" ] || ! grep -qF "$PWD/" "$file" || [ -n "$(find pom.xml {.,*,*/*}/{pom.xml,src} -newer "$file" -type f -print -quit 2>/dev/null)" ]; then
    echo "building $module" >&2
    # In one reactor, so that nothing has to be installed; the module is the last to write the file.
    mvn -B -q -pl "$module" -am test-compile dependency:build-classpath -Dmdep.outputFile="$PWD/$file.new" >&2
    mv "$file.new" "$file"
  fi
  classpath=$PWD/$module/target/test-classes:$PWD/$module/target/classes:$(cat "$file")
}
