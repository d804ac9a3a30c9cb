import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestServer } from './testing.ts';

test('503 storage_full: a full disk under the database, the scratch files or the store', async () => {
  const app = await createTestServer();
  const failures = {
    database: Object.assign(new Error('could not extend file'), { code: '53100' }),
    disk: Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    s3: Object.assign(new Error('Storage backend is full'), { name: 'XMinioStorageFull' }),
  };
  for (const [name, error] of Object.entries(failures)) {
    app.get(`/${name}`, { config: { auth: 'public', bucket: 'none' } }, async () => {
      throw error;
    });
  }
  for (const [name, error] of Object.entries(failures)) {
    const reply = await app.inject(`/${name}`);
    assert.deepEqual([reply.statusCode, reply.json().code], [503, 'storage_full']);
    assert.ok(!reply.body.includes(error.message), 'the cause stays inside');
  }
});
