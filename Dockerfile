# The image of an archive that `npm run pack` has made, for the processor that is asked for (amd64, arm64):
#   docker buildx build --platform linux/amd64,linux/arm64 --tag analytics-service:0.1.0 .
FROM debian:12-slim AS archive
ARG TARGETARCH
COPY dist/SHA256SUMS dist/analytics-service-*-linux-*.tar.gz /dist/
WORKDIR /dist
RUN set -eu; \
  case "$TARGETARCH" in amd64) cpu=x64 ;; *) cpu=$TARGETARCH ;; esac; \
  set -- analytics-service-*-linux-"$cpu".tar.gz; \
  [ "$#" -eq 1 ] && [ -f "$1" ] || { \
    echo "dist/ must hold exactly one archive for linux-$cpu, and holds: $*" >&2; exit 1; \
  }; \
  archive=$1; \
  grep -F "  $archive" SHA256SUMS | sha256sum --check -; \
  mkdir /app; \
  tar --extract --gzip --file="$archive" --directory=/app --strip-components=1 --no-same-owner

FROM debian:12-slim
RUN set -eu; \
  groupadd --gid 10001 analytics; \
  useradd --uid 10001 --gid analytics --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin analytics; \
  install --directory --owner=analytics --group=analytics --mode=0700 /data
COPY --from=archive /app /app
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=3000
# Only /data and /tmp are written: the root can be mounted read-only.
VOLUME /data
USER 10001:10001
EXPOSE 3000
# Of the web process. A worker that cannot work ends by itself.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["/app/runtime/bun", "-e", "const {ok} = await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`); process.exit(ok ? 0 : 1)"]
STOPSIGNAL SIGTERM
# The script replaces itself by the process, which so gets the signals.
ENTRYPOINT ["/app/bin/analytics"]
CMD ["web"]
