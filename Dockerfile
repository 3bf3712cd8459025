# The control plane as an image, built from a prepared checkout without any network:
#   npm ci && npm run build:dashboard && node bin/levelrail.mjs images build node
#   docker build -t levelrail .
# The base brings only a system: the Node that runs is the one among the npm packages. Any glibc base will do.
ARG BASE=levelrail/node:24
FROM ${BASE}

WORKDIR /app
COPY . .
RUN mkdir -p /data && chown 1000:1000 /data && chmod 700 /data

# Inside a container loopback reaches nobody; who may connect is decided by how the port is published.
ENV APP_HTTP_ADDR=:8080 APP_DATA_DIR=/data NODE_ENV=production
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
USER 1000:1000
CMD ["node_modules/.bin/node", "bin/levelrail.mjs", "server"]
