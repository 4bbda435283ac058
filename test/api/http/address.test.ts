/** The key under which a client's requests are counted, with and without proxies that are trusted. */
import assert from 'node:assert/strict';
import type { BlockList } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { UNSIGNED_BURST_PER_SECOND } from '../../../src/limits/rate-limits.js';
import { addressKey, TrustedProxies } from '../../../src/http/address.js';
import { readConfig } from '../../../src/config.js';
import { request } from '../../support/client.js';
import { CHARGES, startFrontEnd, type TestFrontEnd } from '../../support/front-end.js';

const bytesOf = (hex: string): ArrayBuffer => Uint8Array.from(Buffer.from(hex, 'hex')).buffer;
const TRUSTED = bytesOf('0a000001');
const PEER = bytesOf('0a0000ff');
const MAPPED_PEER = bytesOf('00000000000000000000ffff0a0000ff');
const OTHER = bytesOf('c0000201');
const IPV6 = bytesOf('20010db8000200000000000000000001');

function proxies(setting: string): BlockList {
  const read = readConfig({ TRUSTED_PROXIES: setting });
  assert.ok(read.ok);
  return read.config.trustedProxies!;
}

describe('the key of a client behind proxies', () => {
  const trusted = new TrustedProxies(proxies('10.0.0.0/24, 2001:db8:1::/48'));
  /** The address whose key is taken; in hexadecimal digits, as an IPv6 address may not be a text. */
  const cases: [name: string, peer: ArrayBuffer, forwardedFor: string, counted: ArrayBuffer][] = [
    ['the address that a trusted peer names', PEER, '192.0.2.1', OTHER],
    ['a trusted peer whose IPv4 address is written as IPv6', MAPPED_PEER, '192.0.2.1', OTHER],
    ['an IPv4 address written as IPv6', PEER, '::ffff:192.0.2.1', OTHER],
    ['the same in hexadecimal digits', PEER, '::ffff:c000:201', OTHER],
    ['the right-most that is not trusted', PEER, '203.0.113.9, 192.0.2.1,10.0.0.7 ,\t2001:DB8:1::5', OTHER],
    ['an address that was invented left of it', PEER, '10.0.0.1, 203.0.113.9, 192.0.2.1', OTHER],
    ['what is unreadable left of it', PEER, 'unknown, , 192.0.2.1', OTHER],
    ['the left-most when all are trusted', PEER, '10.0.0.1, 10.0.0.2', TRUSTED],
    ['an IPv6 address', PEER, '2001:db8:2::1', IPV6],
    ['an IPv6 address without zeros left out', PEER, '2001:db8:2:0:1:2:3:4', IPV6],
    ['the peer when nothing is given', PEER, '', PEER],
    ['the peer when the right-most is empty', PEER, '192.0.2.1,', PEER],
    ['the peer when the right-most is no address', PEER, '192.0.2.1, unknown', PEER],
    ['the peer when the right-most has a port', PEER, '192.0.2.1:80', PEER],
    ['the peer when the right-most has an interface', PEER, 'fe80::1%eth0', PEER],
    ['the peer when what a trusted one names is no address', PEER, '192.0.2.1, _hidden, 10.0.0.7', PEER],
    ['a peer that is not trusted, whatever it says', OTHER, '203.0.113.9', OTHER],
    ['a connection that has ended and has no address', new ArrayBuffer(0), '203.0.113.9', new ArrayBuffer(0)],
  ];
  for (const [name, peer, forwardedFor, counted] of cases) {
    it(`is that of ${name}`, () => {
      assert.equal(trusted.keyOf(peer, forwardedFor), addressKey(counted));
    });
  }

  it('is one for the /64 of an IPv6 address', () => {
    assert.equal(trusted.keyOf(PEER, '2001:db8:2::1'), trusted.keyOf(PEER, '2001:db8:2:0:ffff::'));
    assert.notEqual(trusted.keyOf(PEER, '2001:db8:2::1'), trusted.keyOf(PEER, '2001:db8:2:1::1'));
  });
});

describe('the address limit', () => {
  let server: TestFrontEnd;
  const statusFor = async (address: string, path = '/health'): Promise<number> =>
    (await request({ port: server.port, path, headers: { 'x-forwarded-for': address } })).status;
  /** The statuses of one request more than an address may send in a second. */
  const flood = (forwardedFor: () => string, path = '/health'): Promise<number[]> =>
    Promise.all(Array.from({ length: UNSIGNED_BURST_PER_SECOND + 1 }, () => statusFor(forwardedFor(), path)));
  const limited = (statuses: number[]): number => statuses.filter((status) => status === 429).length;

  const startBehind = async (trustedProxies: BlockList | null): Promise<void> => {
    const config = { host: '127.0.0.1', port: 0, clockSkewSeconds: 300, environment: 'test', corsOrigins: null };
    server = await startFrontEnd({ config: { ...config, console: false, trustedProxies } });
  };

  describe('behind a trusted proxy', () => {
    before(() => startBehind(proxies('127.0.0.1')));
    after(() => server.frontEnd.close(0));

    it('is counted for each client that the proxy names', async () => {
      assert.equal(limited(await flood(() => '192.0.2.1')), 1);
      assert.equal(await statusFor('192.0.2.2'), 200);
      assert.equal(await statusFor('192.0.2.1'), 429);
    });

    it('counts what came without a valid signature in the same way', async () => {
      assert.equal(limited(await flood(() => '192.0.2.1', CHARGES)), 1);
      assert.equal(await statusFor('192.0.2.2', CHARGES), 405);
    });
  });

  const untrusted = [
    ['nothing is trusted', null],
    ['others are trusted', proxies('192.0.2.0/24')],
  ] as const;
  for (const [name, trusted] of untrusted) {
    describe(`when ${name}`, () => {
      before(() => startBehind(trusted));
      after(() => server.frontEnd.close(0));

      it("is counted for the connection's address, whatever a header says", async () => {
        let client = 0;
        assert.equal(limited(await flood(() => `198.51.100.${client++}`)), 1);
      });
    });
  }
});
