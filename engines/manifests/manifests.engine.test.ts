import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { silentLog } from '../../src/platform/log.ts';
import { findQuickFfmpeg } from '../ffmpeg/testing/quick-ffmpeg.ts';
import { makeCertificate } from './certificates/make-certificate.ts';
import type { Carrier } from './embedding/layout.ts';
import { createManifestEngine, type ManifestEngine, signBeside, signBytes, signFile } from './index.ts';
import { nameByHash } from './reading/without-manifest.ts';
import { manifestLabel } from './store/store.ts';
import { AI_MADE, testContent, testSigner } from './testing/test-signer.ts';

const SOUND = ['-f', 'lavfi', '-i', 'sine=d=2'];
const FILM = ['-f', 'lavfi', '-i', 'testsrc=d=2:s=160x120', ...SOUND, '-pix_fmt', 'yuv420p'];
const FILES: Record<string, { type: Carrier; options: string[] }> = {
  'sound.wav': { type: 'audio/wav', options: SOUND },
  'odd.wav': {
    type: 'audio/wav',
    options: ['-f', 'lavfi', '-i', 'sine=d=1:r=8000', '-c:a', 'pcm_u8', '-t', '0.000875'],
  },
  'sound.mp3': { type: 'audio/mpeg', options: SOUND },
  'tag-of-2.3.mp3': { type: 'audio/mpeg', options: [...SOUND, '-id3v2_version', '3'] },
  'untagged.mp3': { type: 'audio/mpeg', options: [...SOUND, '-id3v2_version', '0'] },
  'sound.flac': { type: 'audio/flac', options: SOUND },
  'sound.m4a': { type: 'audio/mp4', options: SOUND },
  'index-first.mp4': { type: 'video/mp4', options: [...FILM, '-movflags', '+faststart'] },
  'index-last.mp4': { type: 'video/mp4', options: FILM },
};

describe('manifests, read back by the library', () => {
  let engine: ManifestEngine;
  let folder: string;
  let ffmpeg: string;
  const signer = testSigner();
  const at = (name: string): string => join(folder, name);

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vox-manifests-'));
    engine = createManifestEngine({ log: silentLog });
    ffmpeg = await findQuickFfmpeg();
    for (const [name, { options }] of Object.entries(FILES))
      execFileSync(ffmpeg, ['-v', 'error', '-bitexact', ...options, at(name)]);
  });
  after(async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  /** What is heard and seen, whatever else is in the file. */
  const decoded = (path: string): string =>
    execFileSync(ffmpeg, ['-v', 'error', '-i', path, '-f', 'md5', '-']).toString();

  for (const [name, { type: carrier }] of Object.entries(FILES))
    test(`${name} is valid when signed, sounds the same, and is invalid with one bit flipped`, async () => {
      const content = testContent();
      const target = at(`signed-${name}`);
      const sidecar = await signFile(engine, { source: at(name), target, carrier, content }, signer);
      assert.equal(sidecar, null);
      const facts = await engine.readManifest(target, { contentType: carrier });
      assert.deepEqual(
        { ...facts, serialNumber: '' },
        {
          state: 'valid',
          trusted: false,
          issuer: 'Test',
          serialNumber: '',
          signedAt: null,
          id: manifestLabel(content.id),
          title: 'speech',
          generator: 'Vox Humana 1.0.0',
          actions: [
            {
              action: 'c2pa.created',
              digitalSourceType: AI_MADE,
              when: '2026-11-18T12:00:00Z',
              by: 'kokoro-82m',
            },
          ],
          ingredients: [],
          problems: [],
        },
      );
      assert.equal(decoded(target), decoded(at(name)));

      const inMemory = await signBytes(readFileSync(at(name)), carrier, content, signer);
      assert.equal(inMemory.bytes.length, statSync(target).size);

      const bytes = readFileSync(target);
      const last = carrier === 'audio/wav' ? 45 : bytes.length - 30;
      bytes[last] = (bytes[last] ?? 0) ^ 1;
      writeFileSync(at('flipped'), bytes);
      assert.equal((await engine.readManifest(at('flipped'), { contentType: carrier })).state, 'invalid');
    });

  test('signing again replaces the manifest', async () => {
    for (const name of ['sound.wav', 'sound.mp3', 'index-first.mp4']) {
      const { type: carrier } = FILES[name] ?? assert.fail(name);
      const once = await signBytes(readFileSync(at(name)), carrier, testContent(), signer);
      const content = testContent();
      const twice = await signBytes(once.bytes, carrier, content, signer);
      assert.equal(twice.bytes.length, once.bytes.length, name);
      writeFileSync(at('twice'), twice.bytes);
      const { state, id } = await engine.readManifest(at('twice'), { contentType: carrier });
      assert.deepEqual([state, id], ['valid', manifestLabel(content.id)], name);
    }
  });

  test('an operator’s chain is trusted by who has its root, and by nobody else', async () => {
    const certificate = makeCertificate({ organisation: 'Operator', now: new Date() });
    const { bytes } = await signBytes(
      readFileSync(at('sound.wav')),
      'audio/wav',
      testContent(),
      testSigner(certificate),
    );
    writeFileSync(at('operator.wav'), bytes);
    const read = (trustAnchors: string) =>
      engine.readManifest(at('operator.wav'), { contentType: 'audio/wav', trustAnchors });
    const trusted = await read(certificate.chain);
    assert.deepEqual([trusted.state, trusted.trusted, trusted.issuer], ['valid', true, 'Operator']);
    const stranger = await read(makeCertificate({ organisation: 'Other', now: new Date() }).chain);
    assert.deepEqual([stranger.state, stranger.trusted], ['valid', false]);
  });

  test('a signature that another key made is invalid', async () => {
    const wrong = { ...signer, sign: testSigner().sign };
    const { bytes } = await signBytes(readFileSync(at('sound.wav')), 'audio/wav', testContent(), wrong);
    writeFileSync(at('wrong.wav'), bytes);
    assert.equal((await engine.readManifest(at('wrong.wav'), { contentType: 'audio/wav' })).state, 'invalid');
  });

  test('an ingredient keeps its own manifest, and one without is named by its hash', async () => {
    const sha256 = (name: string) =>
      createHash('sha256')
        .update(readFileSync(at(name)))
        .digest('hex');
    const file = (name: string, contentType: string) => ({
      path: at(name),
      contentType,
      sha256: sha256(name),
      title: 'clip',
    });
    const own = testContent();
    const { bytes } = await signBytes(readFileSync(at('index-first.mp4')), 'video/mp4', own, signer);
    writeFileSync(at('signed-clip.mp4'), bytes);
    const ingredients = [
      await engine.readIngredient(file('signed-clip.mp4', 'video/mp4')),
      await engine.readIngredient(file('index-last.mp4', 'video/mp4')),
      await engine.readIngredient(file('sound.wav', 'image/jpeg')),
    ];
    assert.deepEqual(
      ingredients.map(({ manifests }) => manifests.length),
      [1, 0, 0],
    );
    const made = await signBytes(
      readFileSync(at('index-last.mp4')),
      'video/mp4',
      testContent(ingredients),
      signer,
    );
    writeFileSync(at('made.mp4'), made.bytes);
    assert.ok(made.bytes.includes(manifestLabel(own.id)));
    const facts = await engine.readManifest(at('made.mp4'), { contentType: 'video/mp4' });
    assert.deepEqual([facts.state, facts.problems], ['valid', []]);
    assert.deepEqual(
      facts.ingredients,
      ['signed-clip.mp4', 'index-last.mp4', 'sound.wav'].map((name) => nameByHash(sha256(name))),
    );
  });

  test('an ingredient that ends the process is named by its hash alone', async () => {
    const file = { path: at('missing'), contentType: 'video/mp4', sha256: 'ab'.repeat(32), title: 'clip' };
    const { assertion, manifests } = await engine.readIngredient(file);
    assert.deepEqual(manifests, []);
    assert.ok(assertion.includes(nameByHash(file.sha256)));
  });

  test('what cannot carry a manifest gets one beside it', async () => {
    const fragmented = at('fragmented.mp4');
    execFileSync(ffmpeg, ['-v', 'error', ...FILM, '-movflags', 'frag_keyframe+empty_moov', fragmented]);
    const request = {
      source: fragmented,
      target: at('copy.mp4'),
      carrier: 'video/mp4' as const,
      content: testContent(),
    };
    const sidecar = await signFile(engine, request, signer);
    assert.deepEqual(readFileSync(at('copy.mp4')), readFileSync(fragmented));
    assert.ok(sidecar);
    writeFileSync(at('copy.c2pa'), sidecar);
    const facts = await engine.readManifest(at('copy.c2pa'), { contentType: 'application/c2pa' });
    assert.equal(facts.id, manifestLabel(request.content.id));
    assert.ok(sidecar.includes(createHash('sha256').update(readFileSync(fragmented)).digest()));
    const whole = await signBeside(testContent(), createHash('sha256').digest(), signer);
    assert.ok(whole.length < 4_096);
  });

  test('files without a manifest, and of other formats, have none', async () => {
    for (const [name, contentType] of [
      ['sound.wav', 'audio/wav'],
      ['index-last.mp4', 'video/mp4'],
      ['sound.mp3', 'audio/ogg'],
    ] as const)
      assert.equal((await engine.readManifest(at(name), { contentType })).state, 'absent', name);
  });

  test('hostile files cost at most their own request', async () => {
    const { bytes } = await signBytes(
      readFileSync(at('index-first.mp4')),
      'video/mp4',
      testContent(),
      signer,
    );
    const store = bytes.indexOf('jumb') - 4;
    const hostile: Record<string, Buffer> = {
      cut: bytes.subarray(0, store + 300),
      'a box of 4 GB': patched(bytes, store, 'ffffffff'),
      'a box of nothing': patched(bytes, store, '00000000'),
      'an inner box of 4 GB': patched(bytes, store + 8 + 30, 'fffffff0'),
      'a list of four billion': patched(bytes, bytes.indexOf('exclusions') + 10, '9affffffff'),
      'nested boxes': Buffer.concat(
        Array.from({ length: 20_000 }, (_, i) => nested('moov', (20_000 - i) * 8)),
      ),
      noise: Buffer.from(Array.from({ length: 10_000 }, (_, i) => (i * 7_919) % 256)),
      empty: Buffer.alloc(0),
    };
    for (const [name, file] of Object.entries(hostile)) {
      writeFileSync(at('hostile'), file);
      const outcome = await engine.readManifest(at('hostile'), { contentType: 'video/mp4' }).then(
        ({ state }) => state,
        ({ code }: { code?: string }) => code,
      );
      assert.ok(
        ['valid', 'invalid', 'absent', 'engine_unavailable'].includes(String(outcome)),
        `${name}: ${outcome}`,
      );
      const target = at(`embedded-${name}`);
      const embed = { source: at('hostile'), target, carrier: 'video/mp4' as const, content: testContent() };
      const sidecar = await signFile(engine, embed, signer);
      if (sidecar) assert.deepEqual(readFileSync(target), file, name);
    }
    const facts = await engine.readManifest(at('sound.wav'), { contentType: 'audio/wav' });
    assert.equal(facts.state, 'absent', 'the engine goes on');
  });

  function patched(file: Buffer, offset: number, hex: string): Buffer {
    const copy = Buffer.from(file);
    copy.write(hex, offset, 'hex');
    return copy;
  }

  function nested(type: string, size: number): Buffer {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(size);
    header.write(type, 4, 'latin1');
    return header;
  }
});
