# syntax=docker/dockerfile:1
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json tsconfig.page.json ./
COPY src ./src
RUN npm run build && npm prune --omit=dev

# Runs as a user without rights. The root file system may be read-only: only /work is written.
FROM node:22-bookworm-slim
ENV NODE_ENV=production
RUN install -d -o 65532 -g 65532 /work
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
COPY --from=build --chown=root:root /app/src/web/page/page.css /app/src/web/page/icon.svg ./src/web/page/
# What the embedded cluster and the demo read.
COPY --from=build --chown=root:root /app/src/embedded/api/wire-fields.json ./src/embedded/api/
COPY --from=build --chown=root:root /app/src/embedded/kinds/resources.json ./src/embedded/kinds/
COPY --from=build --chown=root:root /app/src/embedded/schema/kubernetes-types.json ./src/embedded/schema/
COPY --chown=root:root manifests-example ./manifests-example
USER 65532:65532
VOLUME ["/work"]
# The probes and the metrics; the page listens on the container's own loopback.
EXPOSE 8081
ENTRYPOINT ["node", "/app/dist/main.js"]
CMD ["run", "--config", "/etc/lockstep/agent.config.yaml"]
