import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { restoreKeyFiles, restoreKeys } from '../../src/main/backup-keys.ts';
import { rotateKeys } from '../../src/main/rotate-keys-command.ts';
import { loadSecrets, parseConfig } from '../../src/platform/config/index.ts';
import { openCustomer, stranger } from '../support/customer.ts';
import { openTestService } from '../support/test-service.ts';
import { backUp, type EmptyPlace, openEmptyPlace, openTarget, restore } from './place.ts';

const KEPT = 'kept';

describe('a backup whose data key is lost', () => {
  let place: EmptyPlace;
  let apiKey: string;
  before(async () => {
    const service = await openTestService();
    const target = await openTarget();
    place = await openEmptyPlace();
    const customer = await openCustomer(service);
    apiKey = customer.apiKey;
    assert.equal((await customer.bySession('POST', '/api/settings/webhook-secret', {})).statusCode, 201);
    const repository = await target.open();
    const manifest = await backUp(repository, service);
    await service.close();
    const config = parseConfig({ DATA_DIR: place.dataDir });
    await assert.rejects(restoreKeys(config, manifest), /"kept".*--without-keys.*rotate-keys --forget ID/);
    await restoreKeyFiles(config, manifest);
    await restore(repository, place, manifest);
    await target.close();
  });
  after(() => place.close());

  const start = () => {
    const database = { ...place.database, close: async () => undefined };
    return openTestService({ kept: { ...place, database } });
  };

  test('is served after it was given up, and says how much that costs, though the new key has its name', async () => {
    const secrets = loadSecrets(parseConfig({ DATA_DIR: place.dataDir }));
    assert.equal(secrets.dataKeys[0].id, KEPT);
    await assert.rejects(start(), /data key "kept".*rotate-keys --forget kept/);
    const service = { db: place.database.db, clock: { now: () => new Date() }, secrets };
    const forget = () => rotateKeys(service, { wanted: KEPT, forget: KEPT });
    assert.match(await forget(), / 1 cannot be opened with any of the keys/);
    const served = await start();
    const byKey = stranger(served, { authorization: `Bearer ${apiKey}` });
    const spoken = await byKey('POST', '/api/v1/tts', { text: 'Hello.', voice_id: 'af_heart' });
    assert.equal(spoken.statusCode, 200, spoken.body);
    await served.close();
  });
});
