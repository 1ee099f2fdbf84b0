# The server in a container: docs/deploy/container.md.
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node scripts/package.mjs
RUN mkdir /installed && tar -xzf dist/*.tar.gz --strip-components=1 -C /installed && \
    cd /installed && npm ci --omit=dev --no-audit --no-fund

FROM node:${NODE_VERSION}-bookworm-slim
LABEL org.opencontainers.image.title="Mobile detailing booking" \
      org.opencontainers.image.description="Booking for a mobile car wash and detailing business" \
      org.opencontainers.image.licenses="MIT AND LGPL-3.0-or-later"
# The data folder exists, so that a new volume belongs to the server's user.
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=build /installed ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
