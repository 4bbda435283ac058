# glibc, not musl: the prebuilt binaries of uWebSockets.js and LMDB are linked against it
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY workers ./workers
RUN npm run build && npm prune --omit=dev --no-audit --no-fund
# Of 204 MB three quarters are binaries for other platforms, source maps and types: none of them is ever read here. What is
# left of each package stays as it was, with its licence.
RUN abi="$(node -p process.versions.modules)" arch="$(node -p process.arch)" \
  && find node_modules/uWebSockets.js -name 'uws_*.node' ! -name "uws_linux_${arch}_${abi}.node" -delete \
  && find node_modules/@lmdb node_modules/@msgpackr-extract \( -name '*.musl.node' -o -name 'node.abi*.node' ! -name "node.abi${abi}.*" \) -delete \
  && find node_modules dist \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
  && rm -f node_modules/swagger-ui-dist/swagger-ui-es-bundle*.js node_modules/swagger-ui-dist/swagger-ui.js

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/pinrate
WORKDIR /app
RUN install -d -o node -g node /var/lib/pinrate
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/src/docs ./src/docs
COPY data/demo ./data/demo
COPY data/geography ./data/geography
COPY LICENSE NOTICE README.md ./
# the image's user node, by number: what runs it can see that it is not root
USER 1000:1000
VOLUME /var/lib/pinrate
EXPOSE 8080
# generous at first: an empty database is filled before the first answer
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# as `npm start`
CMD ["node", "--max-semi-space-size=32", "dist/src/main.js"]
