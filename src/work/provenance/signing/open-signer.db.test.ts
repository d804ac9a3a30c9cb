import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { makeCertificate, readChain, signWith } from '../../../../engines/manifests/index.ts';
import { ManualClock } from '../../../platform/clock.ts';
import { parseConfig } from '../../../platform/config/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { openTestDatabase } from '../../../platform/database/testing.ts';
import { silentLog } from '../../../platform/log.ts';
import { testSealing } from '../../../platform/sealing/testing.ts';
import { openSigner } from './open-signer.ts';

const BYTES = Buffer.from('a claim');

describe('who signs', () => {
  let database: Database;
  const servers: Server[] = [];
  const clock = new ManualClock();
  const own = makeCertificate({ organisation: 'Operator', now: clock.now() });
  before(async () => {
    database = await openTestDatabase();
  });
  after(async () => {
    for (const server of servers) server.close();
    await database.close();
  });

  const open = (env: Record<string, string>) =>
    openSigner({ db: database.db, sealing: testSealing, clock, log: silentLog }, parseConfig(env).provenance);

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/sign`;
  }

  test('three nodes that start at once sign with one certificate, which is theirs after a restart', async () => {
    const nodes = await Promise.all([open({}), open({}), open({})]);
    const again = await open({});
    const serials = new Set([...nodes, again].map(({ serialNumber }) => serialNumber));
    assert.equal(serials.size, 1);
    assert.equal(again.isOwn, false);
    assert.equal((await again.sign(BYTES)).length, 64);
  });

  test('the operator’s chain and key are used, and the root is left out', async () => {
    const signer = await open({ PROVENANCE_CERTIFICATES: own.chain, PROVENANCE_KEY: own.key });
    assert.equal(signer.isOwn, true);
    assert.equal(signer.chain.length, 1);
    assert.equal(signer.serialNumber, readChain(own.chain).serialNumber);
    await signer.sign(BYTES);
  });

  test('what cannot sign is refused at the start, in words', async () => {
    const other = makeCertificate({ organisation: 'Other', now: clock.now() });
    await assert.rejects(
      open({ PROVENANCE_CERTIFICATES: own.chain, PROVENANCE_KEY: other.key }),
      /PROVENANCE_KEY is not the key of the first certificate/u,
    );
    const [leaf, root] = own.chain.split(/(?<=-----END CERTIFICATE-----\n)/u);
    await assert.rejects(
      open({ PROVENANCE_CERTIFICATES: `${root}${leaf}`, PROVENANCE_KEY: own.key }),
      /PROVENANCE_CERTIFICATES cannot be used: its first certificate is an authority/u,
    );
    const garbage = own.chain.replaceAll(/[a-z]/gu, 'A');
    await assert.rejects(
      open({ PROVENANCE_CERTIFICATES: garbage, PROVENANCE_KEY: own.key }),
      /cannot be used/u,
    );
    for (const [env, name] of [
      [{ PROVENANCE_CERTIFICATES: '/nowhere.pem', PROVENANCE_KEY: own.key }, 'PROVENANCE_CERTIFICATES'],
      [{ PROVENANCE_CERTIFICATES: own.chain }, 'PROVENANCE_KEY'],
      [{ PROVENANCE_SIGNING_URL: 'http://127.0.0.1/' }, 'PROVENANCE_CERTIFICATES'],
    ] as const)
      assert.throws(() => parseConfig(env), new RegExp(name, 'u'));
  });

  test('a signing service gets the bytes and its secret, and its signature is checked', async () => {
    const key = createPrivateKey(own.key);
    const seen: string[] = [];
    let reply = (bytes: Buffer): Buffer => signWith(key, 'ES256', bytes);
    const url = await serve(async (request, response) => {
      const bytes = await buffer(request);
      seen.push(`${request.headers.authorization} ${request.headers['x-signature-algorithm']} ${bytes}`);
      response.end(reply(bytes));
    });
    const signer = await open({
      PROVENANCE_CERTIFICATES: own.chain,
      PROVENANCE_SIGNING_URL: url,
      PROVENANCE_SIGNING_SECRET: 'a secret of the tests',
    });
    assert.equal((await signer.sign(BYTES)).length, 64);
    assert.deepEqual(seen, ['Bearer a secret of the tests ES256 a claim']);

    const stranger = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    for (const wrong of [
      (bytes: Buffer) => signWith(stranger.privateKey, 'ES256', bytes),
      (bytes: Buffer) => signWith(key, 'ES256', Buffer.concat([bytes, bytes])),
      () => Buffer.from('{"signature":"no"}'),
      () => Buffer.alloc(0),
      () => Buffer.alloc(100_000),
    ]) {
      reply = wrong;
      await assert.rejects(signer.sign(BYTES), { code: 'signing_unavailable' });
    }
  });

  test('a time-stamp server that fails is not asked for a minute, and files are signed without', async () => {
    let asked = 0;
    const url = await serve((_request, response) => {
      asked += 1;
      response.statusCode = 500;
      response.end('no');
    });
    const signer = await open({ PROVENANCE_TIMESTAMP_URL: url });
    const stamp = () => signer.stamp(Buffer.from('header'), BYTES);
    assert.deepEqual([await stamp(), await stamp(), asked], [null, null, 1]);
    clock.advanceMs(60_001);
    await stamp();
    assert.equal(asked, 2);
  });
});
