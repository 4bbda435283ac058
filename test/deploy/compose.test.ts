/** compose.yaml and the Dockerfile agree with the tree, with each other and with the program's settings. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig } from '../../src/config.js';
import { SHUTDOWN_FLUSH_MS, SHUTDOWN_GRACE_MS } from '../../src/limits/http.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { readCompose, readText, readYaml, type Service } from './yaml.js';

const NODE = 'pinrate';
const DOCKERFILE = readText('Dockerfile');
const { services, networks, volumes } = readCompose();
const dependenciesOf = ({ depends_on = [] }: Service): [string, string][] =>
  Array.isArray(depends_on)
    ? depends_on.map((name) => [name, 'service_started'])
    : Object.entries(depends_on).map(([name, { condition }]) => [name, condition]);
const networksOf = (name: string): string[] => services[name]!.networks!;

/** The settings of the image for every container. */
const IMAGE_ENVIRONMENT = Object.fromEntries(
  /^ENV (.+)$/m
    .exec(DOCKERFILE)![1]!
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

/** The program's settings in a node's environment, and every name that it looked up. */
function configOf(environment: Record<string, string>) {
  const asked = new Set<string>();
  const env = new Proxy(environment, {
    get: (target, name: string) => {
      asked.add(name);
      return target[name];
    },
  });
  return { read: readConfig(env), asked };
}

describe('compose.yaml', () => {
  it('has a default for every variable, so that it works unchanged', () => {
    assert.deepEqual(readText('compose.yaml').match(/\$(?!\{[A-Z_]+:-[^}]*\}).*/g), null);
  });

  it('refers only to services, networks and volumes that it defines', () => {
    for (const [name, service] of Object.entries(services)) {
      for (const [other, condition] of dependenciesOf(service)) {
        assert.ok(services[other] !== undefined, `${name} depends on ${other}`);
        if (condition === 'service_healthy')
          assert.ok(
            services[other].healthcheck !== undefined || other === NODE,
            `${other} has no health check, which ${name} waits for`,
          );
        if (condition === 'service_completed_successfully')
          assert.equal(services[other].restart, 'no', `${other} never completes, which ${name} waits for`);
      }
      for (const network of service.networks ?? [])
        assert.ok(network in networks, `${name}: there is no network ${network}`);
      for (const volume of service.volumes ?? []) {
        const source = volume.split(':')[0]!;
        if (source.startsWith('./')) assert.ok(existsSync(join(PACKAGE_ROOT, source)), `${name} mounts ${source}`);
        else assert.ok(source in volumes, `${name}: there is no volume ${source}`);
      }
    }
  });

  it('uses images with a version', () => {
    for (const [name, { image }] of Object.entries(services))
      assert.match(image, name === NODE ? /^pinrate:local$/ : /:v?\d+\.\d+/, name);
  });

  it('is reachable only from this machine unless configured otherwise, and only through nginx', () => {
    const published = (env: Record<string, string>) =>
      Object.values(readCompose(env).services).flatMap(({ ports = [] }) => ports);
    for (const port of published({})) assert.match(port, /^127\.0\.0\.1:\d+:\d+$/);
    assert.deepEqual(
      published({ BIND_ADDRESS: '0.0.0.0' }).filter((port) => !port.startsWith('127.0.0.1:')),
      ['0.0.0.0:8080:8080'],
    );
  });

  it('keeps services without a password in the network of the nodes, and lets nobody bypass nginx', () => {
    assert.equal(networks['store']!.internal, true);
    for (const name of Object.keys(services).filter((each) => /^(mongo|redis)/.test(each)))
      assert.deepEqual(networksOf(name), ['store'], name);
    for (const name of ['nginx', 'prometheus', 'grafana']) assert.deepEqual(networksOf(name), ['front'], name);
    assert.equal(services[NODE]!.ports, undefined);
  });

  it('gives the nodes only variables that they read, with values that they accept', () => {
    const environment = { ...IMAGE_ENVIRONMENT, ...services[NODE]!.environment };
    const { read, asked } = configOf(environment);
    assert.ok(read.ok, read.ok ? '' : read.problems.join('\n'));
    assert.deepEqual(
      Object.keys(environment).filter((variable) => !asked.has(variable)),
      [],
    );
    assert.deepEqual(read.config.mongodb, { uri: environment['MONGODB_URI'], database: 'pinrate' });
    assert.equal(read.config.redisUrl, 'redis://redis:6379');
    assert.equal(read.config.host, '0.0.0.0');
    assert.equal(read.config.environment, 'development', 'a demonstration, unless .env says otherwise');
  });

  it('lets the nodes believe nginx, and has nginx overwrite what callers say of their address', () => {
    const { read } = configOf({ ...IMAGE_ENVIRONMENT, ...services[NODE]!.environment });
    assert.ok(read.ok);
    // of each of the ranges from which Docker takes networks
    for (const address of ['172.18.0.5', '192.168.16.2', '10.89.0.3'])
      assert.equal(read.config.trustedProxies!.check(address), true, address);
    assert.equal(read.config.trustedProxies!.check('192.0.2.1'), false);
    assert.match(readText('deploy/nginx.conf'), /^ *proxy_set_header X-Forwarded-For \$remote_addr;$/m);
  });

  it('starts two nodes or the number in NODES, and monitoring only on request', () => {
    assert.equal(services[NODE]!.deploy!.replicas, '2');
    assert.equal(readCompose({ NODES: '3' }).services[NODE]!.deploy!.replicas, '3');
    const optional = Object.entries(services).filter(([, { profiles }]) => profiles !== undefined);
    assert.deepEqual(
      optional.map(([name, { profiles }]) => `${name} ${profiles!.join()}`),
      ['prometheus observability', 'grafana observability'],
    );
    for (const [name, service] of Object.entries(services)) {
      if (service.profiles !== undefined) continue;
      for (const [other] of dependenciesOf(service))
        assert.equal(services[other]!.profiles, undefined, `${name} needs ${other}`);
    }
  });

  it('has a Redis that never evicts a counter', () => {
    const { command } = services['redis']!;
    assert.equal(command![command!.indexOf('--maxmemory-policy') + 1], 'noeviction');
  });

  it('refuses production without a key, and accepts it with one', () => {
    const environmentOf = (env: Record<string, string>) => ({
      ...IMAGE_ENVIRONMENT,
      ...readCompose(env).services[NODE]!.environment,
    });
    assert.equal(configOf(environmentOf({ NODE_ENV: 'production' })).read.ok, false);
    assert.equal(
      configOf(environmentOf({ NODE_ENV: 'production', SECRETS_KEY: randomBytes(32).toString('base64') })).read.ok,
      true,
    );
  });

  it('gives the nodes enough time to stop', () => {
    const { stop_grace_period: grace } = services[NODE] as unknown as { stop_grace_period: string };
    assert.ok(Number.parseInt(grace) * 1_000 > SHUTDOWN_GRACE_MS + SHUTDOWN_FLUSH_MS);
  });

  it('has the same list of members and the same name of the nodes everywhere', () => {
    const members = Object.keys(services)
      .filter((name) => /^mongo-\d$/.test(name))
      .map((name) => `${name}:27017`);
    assert.equal(members.length, 3);
    assert.ok(services[NODE]!.environment!['MONGODB_URI']!.startsWith(`mongodb://${members.join()}/`));
    assert.match(
      readText('deploy/replica-set.js'),
      new RegExp(`^const members = \\[${members.map((member) => `'${member}'`).join(', ')}\\];$`, 'm'),
    );
    assert.deepEqual(
      [...readText('deploy/nginx.conf').matchAll(/^ *server (\S+):8080 /gm)].map(([, name]) => name),
      [NODE],
    );
    interface Scrapes {
      scrape_configs: { dns_sd_configs: { names: string[]; type: string; port: number }[] }[];
    }
    const [nodes] = readYaml<Scrapes>('deploy/prometheus.yml').scrape_configs;
    const [{ names, type, port }] = nodes!.dns_sd_configs as [Scrapes['scrape_configs'][0]['dns_sd_configs'][0]];
    assert.deepEqual([names, type, port], [[NODE], 'A', 8080]);
  });
});

describe('the Dockerfile', () => {
  const ignored = readText('.dockerignore').split('\n');

  it('copies only files that exist and that .dockerignore allows', () => {
    const copied = [...DOCKERFILE.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources]) =>
      sources!.split(' '),
    );
    assert.ok(copied.length > 5);
    assert.equal(ignored[0], '*', 'everything is ignored unless allowed');
    for (const path of copied) {
      assert.ok(existsSync(join(PACKAGE_ROOT, path)), path);
      assert.ok(ignored.includes(`!${path}`), `${path} is not let in`);
    }
    assert.deepEqual(
      ignored.filter((line) => line.startsWith('!') && !copied.includes(line.slice(1))),
      [],
      'allowed but not copied',
    );
  });

  it('has every data folder that the program reads, and the page of /docs', () => {
    for (const folder of ['data/demo', 'data/geography', 'src/docs']) {
      assert.match(DOCKERFILE, new RegExp(`^COPY (--from=build /app/)?${folder} `, 'm'));
      assert.ok(readdirSync(join(PACKAGE_ROOT, folder)).length > 0);
    }
  });

  it('runs as a numeric user other than root, has a health check, and stops by a signal that is handled', () => {
    const last = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('\nFROM '));
    assert.match(last, /^USER [1-9]\d*:[1-9]\d*$/m);
    assert.match(last, /^HEALTHCHECK (?:.*\\\n)*.*\/health\/ready/m);
    assert.match(last, /^STOPSIGNAL SIGTERM$/m);
  });

  it('starts the program as npm start does', () => {
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: { start: string } };
    const command = /^CMD (\[.+\])$/m.exec(DOCKERFILE)?.[1] ?? '[]';
    const [shell, flag, script] = JSON.parse(command) as string[];
    assert.deepEqual([shell, flag], ['/bin/sh', '-c']);
    assert.equal(`node src/compile.js && ${script}`, scripts.start);
    assert.match(DOCKERFILE, /^COPY --from=build \/app\/src\/gc-flags\.js \.\/src\/$/m);
  });
});
