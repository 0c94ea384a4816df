# Stands in for caddy:2 where no image registry can be reached.
FROM debian:bookworm-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy ca-certificates && rm -rf /var/lib/apt/lists/*
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
