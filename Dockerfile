# Vox Humana with its weights: the service, its workers and its commands. How to run it is in docs/operations.md, why it is made this
# way in docs/decisions/0047-image.md. `npm run check:image` builds it, starts it and speaks with it.
#
#   docker build --tag vox-humana .

# Any image with Debian 12 or newer, Node 24 or newer, npm, and a user with the number 1000.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

# What the program needs of Debian. Changes when Debian does.
FROM ${NODE_IMAGE} AS base
ARG DEBIAN_FRONTEND=noninteractive
COPY deploy/image/no-graphics-driver.control /tmp/no-graphics-driver/DEBIAN/control
RUN dpkg-deb --build /tmp/no-graphics-driver /tmp/no-graphics-driver.deb \
  && apt-get update \
  && apt-get upgrade --yes \
  && apt-get install --yes --no-install-recommends \
    /tmp/no-graphics-driver.deb bubblewrap ca-certificates ffmpeg tini util-linux \
  && apt-get clean \
  && rm -rf /var/lib/apt/lists/* /var/cache/debconf/* /var/log/* /tmp/no-graphics-driver*

# Everything that npm brings. Changes with the lock.
FROM base AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund --loglevel=error

# The console, which is static files.
FROM packages AS console
COPY tsconfig.base.json ./
COPY scripts/build-web.ts scripts/built-folders.ts scripts/
COPY packages packages
COPY web web
RUN node scripts/build-web.ts

# The service and its worker, each as a few files.
FROM packages AS bundles
COPY scripts/build-program.ts scripts/built-folders.ts scripts/
COPY engines engines
COPY src src
RUN node scripts/build-program.ts

# The packages without what only builds the console and without binaries of other systems, and what all of them are under. A whole second
# as their time survives every kind of layer, and stamps that save hashing weights at each start depend on it.
FROM packages AS slim
COPY engines engines
COPY packages packages
COPY scripts/image scripts/image
COPY src src
RUN node scripts/image/list-contents.ts licences \
  && node scripts/image/slim-packages.ts \
  && find node_modules licences -exec touch --no-dereference --date=2026-01-01T00:00:00Z {} +

# The weights: assembled here, so that a start only reads them.
FROM packages AS models
COPY assets assets
COPY engines engines
COPY src src
RUN MODELS_DIR=/app/models node src/main/models.ts \
  && rm models/*.verified \
  && touch --date=2026-01-01T00:00:00Z models/* \
  && chmod -R a+rX models

# What changes with every version of the program.
FROM scratch AS program
COPY CHANGELOG.md LICENSE README.md THIRD_PARTY.md package.json run vox /
COPY engines /engines
COPY migrations /migrations
COPY packages /packages
COPY scripts/setup.sh /scripts/
COPY src /src
COPY --from=bundles /app/dist /dist
COPY --from=console /app/web/dist /web/dist

# Started once, as the user it will run as: an image that does not speak and hear is not made, and the code that is compiled meanwhile
# makes every start faster.
FROM base AS started
WORKDIR /app
ENV DATA_DIR=/tmp/data MODELS_DIR=/app/models NODE_COMPILE_CACHE=/app/compiled ORT_DISABLE_TELEMETRY=1
COPY --from=models --chown=1000:1000 /app/models models
COPY --from=slim /app/node_modules node_modules
COPY assets assets
COPY --from=program / ./
COPY scripts/image scripts/image
RUN install --directory --owner=1000 --group=1000 compiled && chown 1000:1000 models
USER 1000:1000
RUN node scripts/image/start-once.ts && rm -rf /tmp/data && chmod -R a+rX compiled models

FROM base
WORKDIR /app
# Those that change least come first.
COPY --from=started --chown=0:0 /app/models models
COPY assets assets
COPY --from=slim /app/node_modules node_modules
COPY --from=slim /app/licences licences
COPY --from=program / ./
COPY --from=started --chown=0:0 /app/compiled compiled
# A volume without content takes over the owner of this folder. `.prepared` tells ./run that nothing is to be installed.
RUN touch .prepared && install --directory --owner=1000 --group=1000 --mode=700 /data
ENV HOST=0.0.0.0 DATA_DIR=/data MODELS_DIR=/app/models NODE_COMPILE_CACHE=/app/compiled ORT_DISABLE_TELEMETRY=1
VOLUME /data
EXPOSE 8080
USER 1000:1000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=3 CMD ["node", "/app/src/main/check-health.ts"]
ENTRYPOINT ["/usr/bin/tini", "--", "/app/run"]
CMD ["serve"]
ARG VERSION=unversioned
ARG REVISION=unknown
ARG CREATED=unknown
LABEL org.opencontainers.image.title="Vox Humana" \
  org.opencontainers.image.description="A self-hosted voice and digital-human API, with its weights" \
  org.opencontainers.image.licenses="Apache-2.0 AND GPL-3.0-or-later" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.created="${CREATED}"
