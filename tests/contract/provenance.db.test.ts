import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { MELODY_RATE, melody } from '../../engines/fingerprint/testing/melody.ts';
import { createManifestEngine, type ManifestEngine } from '../../engines/manifests/index.ts';
import { argumentsFor, describeFile } from '../../src/main/provenance-command.ts';
import { silentLog } from '../../src/platform/log.ts';
import { recordSound } from '../../src/work/provenance/testing.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, HELLO, openCustomer, stranger } from '../support/customer.ts';
import { finishedJob } from '../support/follow-job.ts';
import { readZip } from '../support/read-zip.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('everything that is made says so', () => {
  let service: TestService;
  let engine: ManifestEngine;
  let folder: string;
  let customer: Customer;
  before(async () => {
    service = await openTestService();
    engine = createManifestEngine({ log: silentLog });
    folder = await mkdtemp(join(tmpdir(), 'vox-provenance-'));
    customer = await openCustomer(service);
  });
  after(async () => {
    await engine.close();
    await service.close();
    await rm(folder, { recursive: true });
  });

  const look = (id: unknown, by = stranger(service)) => by('GET', `/api/v1/provenance/${id}`);

  async function read(bytes: Buffer, contentType: string) {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    return engine.readManifest(path, { contentType });
  }

  /** What must never be in a file or in a public answer. */
  function assertImpersonal(bytes: Buffer, { accountId, email, apiKey }: Customer): void {
    for (const secret of [accountId, email, apiKey, HELLO.text]) assert.ok(!bytes.includes(secret), secret);
  }

  for (const { name, make, type } of [
    { name: 'speech in WAV', make: () => customer.speak(), type: 'audio/wav' },
    { name: 'speech in MP3', make: () => customer.speak({ format: 'mp3' }), type: 'audio/mpeg' },
    { name: 'speech in FLAC', make: () => customer.speak({ format: 'flac' }), type: 'audio/flac' },
    {
      name: 'music',
      make: () => customer.byKey('POST', '/api/v1/music', { prompt: 'calm piano', seconds: 5 }),
      type: 'audio/wav',
    },
    {
      name: 'a sound effect',
      make: () => customer.byKey('POST', '/api/v1/sfx', { prompt: 'rain', seconds: 1 }),
      type: 'audio/wav',
    },
  ])
    test(`${name} carries a valid manifest, and whoever has its id can look it up`, async () => {
      const made = await make();
      assert.equal(made.statusCode, 200, made.body);
      assert.equal(made.headers['content-type'], type);
      const id = made.headers['x-provenance-id'];
      const facts = await read(made.rawPayload, type);
      assert.deepEqual([facts.state, facts.trusted, facts.id], ['valid', false, `urn:c2pa:${id}`]);
      assert.match(String(facts.actions[0]?.digitalSourceType), /\/trainedAlgorithmicMedia$/u);
      const found = (await look(id)).json();
      assert.deepEqual(
        [found.sha256, found.bytes, found.carried, found.yours],
        [sha256(made.rawPayload), made.rawPayload.length, true, false],
      );
      assertImpersonal(made.rawPayload, customer);
      assertImpersonal((await look(id)).rawPayload, customer);
    });

  for (const [name, path] of [
    ['a voice', '/api/v1/voices/af_heart/preview'],
    ['a genre of music', '/api/v1/music/jazz-trio/preview'],
    ['a kind of sound effect', '/api/v1/sfx/rain/preview'],
  ])
    test(`the preview of ${name} is signed, also when it was kept`, async () => {
      for (const _time of ['made', 'kept']) {
        const made = await customer.byKey('GET', `${path}`);
        assert.equal(made.statusCode, 200, made.body);
        assert.equal((await read(made.rawPayload, 'audio/wav')).state, 'valid');
        assertImpersonal(made.rawPayload, customer);
      }
    });

  test('previews of a design are signed and recorded with their charge', async () => {
    const wish = { prompt: 'A calm woman.', preview_text: 'Hello.' };
    const made = await customer.byKey('POST', '/api/voices/design/preview', wish);
    const id = made.headers['x-provenance-id'];
    assert.equal((await read(made.rawPayload, 'audio/wav')).id, `urn:c2pa:${id}`);
    assert.equal((await look(id)).json().sha256, sha256(made.rawPayload));
  });

  test('each file in an archive of stems is signed, and known by itself', async () => {
    const order = { prompt: 'calm piano with strings', seconds: 5, stems: true };
    const archive = await customer.byKey('POST', '/api/v1/music', order);
    const files = [...readZip(archive.rawPayload).values()];
    assert.ok(files.length > 1);
    for (const file of files) {
      const { state, id } = await read(file, 'audio/wav');
      assert.equal(state, 'valid');
      const found = (await look(String(id).slice('urn:c2pa:'.length))).json();
      assert.deepEqual([found.sha256, found.kind], [sha256(file), 'music']);
    }
    const again = await customer.byKey('POST', '/api/v1/music', order);
    assert.deepEqual(again.rawPayload, archive.rawPayload);
  });

  test('what is streamed, or in a format that carries nothing, has its manifest at the API', async () => {
    const streamed = await customer.byKey('POST', '/api/v1/tts/stream', { ...HELLO, format: 'mp3' });
    const raw = await customer.speak({ format: 'pcm' });
    for (const made of [streamed, raw]) {
      assert.equal(made.statusCode, 200);
      const id = made.headers['x-provenance-id'];
      const found = (await look(id)).json();
      assert.deepEqual([found.sha256, found.carried], [sha256(made.rawPayload), false]);
      const manifest = await stranger(service)('GET', new URL(found.manifest_url).pathname);
      assert.equal(manifest.headers['content-type'], 'application/c2pa');
      assert.ok(manifest.rawPayload.includes(createHash('sha256').update(made.rawPayload).digest()));
      assert.equal((await read(manifest.rawPayload, 'application/c2pa')).id, `urn:c2pa:${id}`);
      assertImpersonal(manifest.rawPayload, customer);
    }
  });

  test('the film of a job is signed before it can be fetched', async () => {
    const created = (await customer.byKey('POST', '/api/v1/avatar', { text: 'Hi.' })).json();
    const job = await finishedJob(customer, created.job_id);
    assert.equal(job.status, 'completed');
    const film = await customer.byKey('GET', `/api/v1/jobs/${job.job_id}/output`);
    const facts = await read(film.rawPayload, 'video/mp4');
    assert.deepEqual([facts.state, facts.id], ['valid', `urn:c2pa:${job.provenance_id}`]);
    const found = (await look(job.provenance_id)).json();
    assert.deepEqual([found.sha256, found.kind], [sha256(film.rawPayload), 'video']);
    assertImpersonal(film.rawPayload, customer);
  });

  test('a repeated sound is the same file, and both deliveries are known', async () => {
    const order = { prompt: 'a bell', seconds: 1, seed: 5 };
    const first = await customer.byKey('POST', '/api/v1/sfx', order);
    const again = await customer.byKey('POST', '/api/v1/sfx', order);
    assert.deepEqual(again.rawPayload, first.rawPayload);
    const ids = [first, again].map(({ headers }) => headers['x-provenance-id']);
    assert.equal(new Set(ids).size, 2);
    for (const id of ids) assert.equal((await look(id)).json().sha256, sha256(first.rawPayload));
  });

  test('its owner sees that it is theirs, another account does not; nobody finds what was not made', async () => {
    const id = (await customer.speak()).headers['x-provenance-id'];
    const other = await openCustomer(service);
    assert.equal((await look(id, customer.bySession)).json().yours, true);
    assert.equal((await look(id, other.bySession)).json().yours, false);
    assertError(await look('00000000-0000-7000-8000-000000000000'), 404, 'provenance_not_found');
    assertError(await look('anything'), 400);
  });

  test('the operator is told who made a file, by its hash or by its manifest', async () => {
    const made = await customer.speak();
    const id = made.headers['x-provenance-id'];
    const byHash = await describeFile(service.db, [sha256(made.rawPayload)]);
    assert.match(byHash, /byte for byte/u);
    assert.ok(byHash.includes(customer.accountId) && byHash.includes(String(id)));
    const changed = sha256(Buffer.concat([made.rawPayload, Buffer.from('!')]));
    assert.match(await describeFile(service.db, [changed, `urn:c2pa:${id}`]), /was changed/u);
    assert.match(await describeFile(service.db, [changed, '']), /nothing is known/u);
    const { accountId } = customer;
    const sound = melody(6, 9);
    const heard = await recordSound(service.db, { accountId, sound, sampleRate: MELODY_RATE });
    const file = { sha256: changed, label: 'urn:c2pa:', sound };
    const [, ...args] = argumentsFor(file, MELODY_RATE);
    const bySound = await describeFile(service.db, args);
    assert.ok(/sounds/u.test(bySound) && bySound.includes(heard) && bySound.includes(accountId), bySound);
    await assert.rejects(describeFile(service.db, ['no hash']), { code: 'wrong_command' });
  });
});
