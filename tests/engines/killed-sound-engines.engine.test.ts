import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createMusicEngine, findMusicFont, type MusicEngine } from '../../engines/music/index.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { until } from '../../src/platform/testing/until.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { engineProcess } from '../support/engine-process.ts';
import { listening } from '../support/leave-early.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;
/** Long enough to be killed in. */
const LONG = {
  music: { prompt: 'epic orchestral, full of instruments', seconds: 20 },
  sfx: { prompt: 'thunderstorm and ocean and crowd and blizzard', seconds: 10 },
};
const SHORT = {
  music: { prompt: 'calm piano', seconds: 2 },
  sfx: { prompt: 'finger snap', seconds: 0.5 },
};
const CREDITS = { music: 16, sfx: 20 };

describe('kill -9 of a real engine while it makes sound, over HTTP', () => {
  let music: MusicEngine;
  let service: TestService;
  let customer: Customer;
  let url: string;
  before(async () => {
    music = createMusicEngine({ files: await findMusicFont({ modelsDir }), log: silentLog });
    service = await openTestService({ engines: { music } });
    customer = await openCustomer(service);
    url = `http://127.0.0.1:${await listening(service)}`;
  });
  after(async () => {
    await service.close();
    await music.close();
  });

  async function make(route: 'music' | 'sfx', order: object) {
    const response = await fetch(`${url}/api/v1/${route}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  }
  const used = async () => (await customer.figures()).credits.used;

  for (const [route, folder] of [
    ['music', 'music'],
    ['sfx', 'sound-effects'],
  ] as const)
    test(`${route}: 502 with a reason, the credits back; the call behind it and the next one succeed`, async () => {
      const engine = route === 'music' ? music : service.effects;
      assert.equal((await make(route, SHORT[route])).status, 200, 'a warm process');
      const before = await used();
      const killed = make(route, LONG[route]);
      await until(() => engine.figures().busy === 1);
      const waiting = make(route, SHORT[route]);
      await delay(30);
      process.kill(engineProcess(folder), 'SIGKILL');
      const { status, bytes } = await killed;
      assert.equal(status, 502, bytes.toString('latin1', 0, 200));
      assert.equal(JSON.parse(String(bytes)).code, 'engine_unavailable');
      assert.match(JSON.parse(String(bytes)).error, /Try again/u);
      for (const next of [waiting, make(route, SHORT[route])])
        assert.equal((await next).bytes.toString('latin1', 0, 4), 'RIFF');
      assert.equal(await used(), before + 2 * CREDITS[route]);
      assert.deepEqual(await verifyLedger(service.db), []);
    });
});
