/** A proxy in front of two nodes, which trust it, with the same documents. */
import { BlockList } from 'node:net';
import { fullWorld } from '../api/questions/fixture.js';
import { MAIN, TestApp } from '../support/app.js';
import { type Reply, request, sign } from '../support/client.js';
import { Nginx } from './nginx.js';

/** TRUSTED_PROXIES of the nodes: nginx calls them from this address. */
const LOOPBACK = new BlockList();
LOOPBACK.addAddress('127.0.0.1');

export async function startNodes(): Promise<readonly TestApp[]> {
  const nodes: TestApp[] = [];
  for (let i = 0; i < 2; i++) nodes.push(await TestApp.start(fullWorld(), { trustedProxies: LOOPBACK }));
  return nodes;
}

export class Site {
  private constructor(
    readonly nodes: readonly TestApp[],
    readonly nginx: Nginx,
  ) {}

  /** @param path of nginx */
  static async start(path: string, nodes: readonly TestApp[]): Promise<Site> {
    return new Site(
      nodes,
      await Nginx.start(
        path,
        nodes.map(({ port }) => port),
      ),
    );
  }

  headers(method: string, target: string): Record<string, string> {
    return sign(method, target, MAIN, { nowSeconds: Math.floor(this.nodes[0]!.clock.nowMs / 1_000) });
  }

  get(target: string, headers: Record<string, string> = {}): Promise<Reply> {
    const sent = { ...this.headers('GET', target), ...headers };
    return request({ port: this.nginx.port, path: target, headers: sent });
  }

  post(target: string, body: string, headers: Record<string, string> = {}): Promise<Reply> {
    const sent = { 'content-type': 'application/json', ...this.headers('POST', target), ...headers };
    return request({ port: this.nginx.port, method: 'POST', path: target, body, headers: sent });
  }

  lines(method: string, target: string, ...others: string[]): string[] {
    const signed = Object.entries(this.headers(method, target)).map(([name, value]) => `${name}: ${value}`);
    return ['Host: pinrate', 'Content-Type: application/json', ...signed, ...others];
  }
}
