/** Debian's nginx with deploy/nginx.conf, on loopback, in front of nodes of this process. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/programs.js';
import { PATIENCE_MS } from '../support/until.js';
import { readText } from './yaml.js';

const LOOK_MS = 20;
const MAX_PORT_ATTEMPTS = 5;

/** In place of the limit of requests with a signature: a test cannot send as many as that allows on every machine. */
export interface SignedLimit {
  perSecond: number;
  burst: number;
}

/** The configuration of the repository, except for the addresses and the folder that it writes to. */
function configFor(
  nodePorts: readonly number[],
  port: number,
  http2Port: number,
  folder: string,
  signedLimit?: SignedLimit,
): string {
  const replaced = (text: string, pattern: RegExp, times: number, by: (group?: string) => string): string => {
    assert.equal(text.match(pattern)?.length, times, `deploy/nginx.conf: ${pattern}`);
    return text.replaceAll(pattern, (_, group?: string) => by(group));
  };
  let text = readText('deploy/nginx.conf');
  // In the network of compose.yaml one name resolves to the addresses of all nodes.
  text = replaced(text, /server pinrate:8080([^;]*;)/g, 1, (options) =>
    nodePorts.map((nodePort) => `server 127.0.0.1:${nodePort}${options!}`).join(' '),
  );
  // HTTP/2 comes with TLS there; here it stands for it
  text = replaced(
    text,
    /listen 8080 default_server;/g,
    1,
    () => `listen 127.0.0.1:${port} default_server; listen 127.0.0.1:${http2Port} http2;`,
  );
  text = replaced(text, /\/run\/nginx/g, 6, () => folder);
  if (signedLimit !== undefined) {
    text = replaced(
      text,
      /zone=signed:10m rate=\d+r\/s;/g,
      1,
      () => `zone=signed:10m rate=${signedLimit.perSecond}r/s;`,
    );
    text = replaced(text, /zone=signed burst=\d+ /g, 1, () => `zone=signed burst=${signedLimit.burst} `);
  }
  return replaced(text, /access_log \/dev\/stdout (\S+) [^;]*;/g, 1, () => `access_log ${folder}/access.log line;`);
}

/** The log line of a request by deploy/nginx.conf; `node` is empty if nginx answered itself. */
export interface Access {
  request_id: string;
  request: string;
  status: number;
  node: string;
  node_status: string;
}

export class Nginx {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly port: number,
    readonly http2Port: number,
  ) {}

  /** @param nodePorts the ports of the nodes behind it */
  static async start(path: string, nodePorts: readonly number[], signedLimit?: SignedLimit): Promise<Nginx> {
    for (let attempt = 1; ; attempt++) {
      const nginx = await Nginx.tryStart(path, nodePorts, signedLimit);
      if (nginx !== undefined) return nginx;
      assert(attempt < MAX_PORT_ATTEMPTS, 'no port stays free for nginx');
    }
  }

  /** undefined: another process took the port that was free a moment ago. */
  private static async tryStart(
    path: string,
    nodePorts: readonly number[],
    signedLimit?: SignedLimit,
  ): Promise<Nginx | undefined> {
    const folder = mkdtempSync(join(tmpdir(), 'pinrate-nginx-'));
    // as root, nginx runs its workers as the user nobody, who needs access to the folder
    chmodSync(folder, 0o755);
    // both at once: one after the other, they could be the same
    const [port, http2Port] = await Promise.all([freePort(), freePort()]);
    writeFileSync(join(folder, 'nginx.conf'), configFor(nodePorts, port, http2Port, folder, signedLimit));
    const log = openSync(join(folder, 'error.log'), 'a');
    const child = spawn(path, ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const nginx = new Nginx(child, folder, port, http2Port);
    const failed = once(child, 'error').then(([error]) => {
      throw error as Error;
    });
    if (await Promise.race([nginx.listens(), failed])) return nginx;
    const said = nginx.errors();
    await nginx.close();
    assert.match(said, /Address already in use/, said);
    return undefined;
  }

  /** Its own log at `warn` and above. */
  errors(): string {
    return readFileSync(join(this.folder, 'error.log'), 'utf8');
  }

  /** Its access log, once it has `count` lines: each is written after its answer. */
  async accesses(count: number): Promise<Access[]> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const lines = readFileSync(join(this.folder, 'access.log'), 'utf8').split('\n').slice(0, -1);
      if (lines.length >= count) return lines.map((line) => JSON.parse(line) as Access);
      assert(performance.now() < deadline, `${lines.length} of ${count} requests are in the log`);
      await pause(LOOK_MS);
    }
  }

  async close(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const exited = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await exited;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Whether it accepts connections before it ends or the time is over. */
  private async listens(): Promise<boolean> {
    const deadline = performance.now() + PATIENCE_MS;
    while (this.child.exitCode === null && performance.now() < deadline) {
      if (await accepts(this.port)) return true;
      await pause(LOOK_MS);
    }
    return false;
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
