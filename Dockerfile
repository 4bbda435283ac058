# The demo:       docker run -p 127.0.0.1:8080:8080 pinrate
# In production:  docker run -p 8080:8080 -v pinrate:/var/lib/pinrate -e NODE_ENV=production -e SECRETS_KEY=… pinrate
#
# Debian 13, not Alpine: the binaries of uWebSockets.js and LMDB need glibc, those of the newer uWebSockets.js 2.38.
FROM node:24-trixie-slim AS build
WORKDIR /app
# .npmrc: no package runs a script of its own
COPY .npmrc package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY src ./src
COPY workers ./workers
RUN npm run build && npm prune --omit=dev --no-audit --no-fund
# Most of the packages are binaries for other platforms and other versions of Node.js, source maps and types: nothing reads
# them here. The rest of each package stays as it was, with its licence. The last line is the proof that a build is left.
RUN abi="$(node -p process.versions.modules)" arch="$(node -p process.arch)" \
  && find node_modules/uws-btc-vision node_modules/uws-pack -name 'uws_*.node' ! -name "uws_linux_${arch}_${abi}.node" -delete \
  && find node_modules/@lmdb node_modules/@msgpackr-extract \( -name '*.musl.node' -o -name 'node.abi*.node' ! -name "node.abi${abi}.*" \) -delete \
  && find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
  && rm -f node_modules/swagger-ui-dist/swagger-ui-es-bundle*.js node_modules/swagger-ui-dist/swagger-ui.js \
  && { PORT=0 DATASET=none DATA_DIR=/tmp/proof timeout 10 node dist/src/main.js || true; } | grep -m 1 'listens on'

FROM node:24-trixie-slim
LABEL org.opencontainers.image.title="pinrate" \
      org.opencontainers.image.description="Open engine for parcel logistics in India: serviceability, rates to the paisa and allocation between two pincodes." \
      org.opencontainers.image.version="0.4.0" \
      org.opencontainers.image.licenses="MIT"
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/pinrate
WORKDIR /app
RUN install -d -o node -g node /var/lib/pinrate
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/src/docs ./src/docs
COPY --from=build /app/src/gc-flags.js ./src/
COPY data/demo ./data/demo
COPY data/geography ./data/geography
COPY LICENSE NOTICE README.md ./
# the image's user node, by number, so that what runs the image can see that it is not root
USER 1000:1000
VOLUME /var/lib/pinrate
EXPOSE 8080
# generous at first: an empty database is filled before the first answer
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# as `npm start`
CMD ["/bin/sh", "-c", "exec node --expose-gc $(node src/gc-flags.js) dist/src/main.js"]
