# The image for all parts: server, persister, web, worker and client. docs/containers.md says how to use it.
#
#   docker build -t rrrspec-java .
#   docker build -t rrrspec-java-services --target services .      without JDK, Maven and rsync: server, persister, web
#
# BASE_IMAGE is any Debian 12: one of yours may have your own certificate authorities or mirrors.
ARG BASE_IMAGE=debian:12

# --- What all parts need: a JVM, and a process 1 that ends what tests leave behind. ------------------
FROM ${BASE_IMAGE} AS runtime
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates openjdk-17-jre-headless tini \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 1000 --create-home --shell /bin/bash rrrspec \
  # Volumes that are mounted here begin with this owner.
  && install -d -o rrrspec -g rrrspec -m 700 /home/rrrspec/.m2 /home/rrrspec/.local /home/rrrspec/project \
  && install -d -o rrrspec -g rrrspec /srv/rrrspec \
  # The settings with passwords are a file that is mounted: they count as those of the user.
  && ln -s /run/rrrspec/settings.yml /home/rrrspec/.rrrspec.yml
ENV LANG=C.UTF-8 PATH=/opt/rrrspec-java/bin:$PATH

# --- What builds projects, this one too: workers and clients. ---------------------------------------
FROM runtime AS builder
RUN apt-get update \
  && apt-get install -y --no-install-recommends git maven openjdk-17-jdk-headless rsync \
  && rm -rf /var/lib/apt/lists/*

# --- The distribution. -------------------------------------------------------------------------------
FROM builder AS distribution
WORKDIR /src
COPY . .
# It does not run long enough for the second compiler of the JVM to pay.
RUN MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC" mvn -B -q -Dmaven.test.skip=true -Dspotless.check.skip=true -pl client -am package \
  && chmod +x client/target/rrrspec-java/bin/*

# --- The image for server, persister and web alone. ------------------------------------------------
FROM runtime AS services
COPY docker/health /usr/local/bin/rrrspec-health
COPY --from=distribution /src/client/target/rrrspec-java /opt/rrrspec-java
USER rrrspec
WORKDIR /home/rrrspec
ENTRYPOINT ["tini", "--", "rrrspec-java"]
CMD ["--help"]
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=6 CMD ["rrrspec-health"]

# --- The image for all parts. -----------------------------------------------------------------------
FROM builder AS rrrspec-java
COPY docker/health /usr/local/bin/rrrspec-health
COPY --from=distribution /src/docs/example /opt/rrrspec-java/example
COPY --from=distribution /src/client/target/rrrspec-java /opt/rrrspec-java
USER rrrspec
WORKDIR /home/rrrspec
ENTRYPOINT ["tini", "--", "rrrspec-java"]
CMD ["--help"]
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=6 CMD ["rrrspec-health"]
