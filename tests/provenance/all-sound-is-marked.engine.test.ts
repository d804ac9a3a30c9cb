import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { joinSamples } from '../../engines/dsp/index.ts';
import { findQuickFfmpeg } from '../../engines/ffmpeg/testing/quick-ffmpeg.ts';
import { openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { createMusicEngine, findMusicFont } from '../../engines/music/index.ts';
import { realSpeech } from '../../engines/speech/testing/real-speech.ts';
import { LINES, recorded } from '../../engines/transcription/testing/recordings.ts';
import { createVideoEngine } from '../../engines/video/index.ts';
import { JOB_KINDS } from '../../src/main/job-kinds.ts';
import { sql } from '../../src/platform/database/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { createThreads } from '../../src/platform/threads/index.ts';
import { findRecords, indexFingerprints } from '../../src/work/provenance/index.ts';
import { openAdmin, openCustomer } from '../support/customer.ts';
import { operationsOf, readDocument } from '../support/operations.ts';
import { sourceFiles, sourceText } from '../support/source-files.ts';
import { forgetRateLimits, openTestService } from '../support/test-service.ts';
import { JOBS, type Kitchen, NOT_MADE_HERE, ONLY_MARKED, OPERATIONS, SOCKETS, TOOLS } from './recipes.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;
const presentersDir = new URL('../../assets/presenters/', import.meta.url).pathname;
const CARRIES_SOUND = /^(audio|video)\/|application\/(zip|octet-stream)|text\/event-stream/;
const MINUTES_LONG = 180;

/** A route without a recipe fails here: whoever adds one says how to hear it. */
describe('everything that can be heard of the service is marked, and signed or recorded', () => {
  const threads = createThreads();
  let kitchen: Kitchen;
  let folder: string;
  let close: () => Promise<void>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vox-marked-'));
    const log = silentLog;
    const chat = await openChatServer();
    const speech = await realSpeech();
    const music = createMusicEngine({ files: await findMusicFont({ modelsDir }), log });
    const tools = { ffmpeg: null as string | null, prlimit: null, sandbox: null };
    const service = await openTestService({ llm: chat.baseUrl, lips: true, engines: { speech, music } });
    tools.ffmpeg = service.media.tools.ffmpeg;
    const video = await createVideoEngine({ tools, presentersDir, modelsDir, log });
    // The fake of the service has no sound in its films.
    Object.assign(service.video, video);
    const customer = await openCustomer(service);
    const admin = await openAdmin(service);
    await admin.setPlan(customer, 'creator');
    await admin.adjust(customer, { credits: 100_000 });
    const lines = await Promise.all(LINES.map((line) => recorded(line)));
    const recording = { samples: joinSamples(lines), text: LINES.join(' ') };
    kitchen = { service, customer, admin, chat, recording, once: new Map() };
    close = async () => {
      await Promise.all([service.close(), threads.close()]);
      await Promise.all([music.close(), video.close(), chat.close(), rm(folder, { recursive: true })]);
    };
  });
  after(() => close());

  async function verdictOn(file: Buffer) {
    const path = join(folder, 'heard');
    await writeFile(path, file);
    const { media, watermark } = kitchen.service;
    const { samples } = await media.decodeAudio(path, { maxSeconds: MINUTES_LONG });
    return {
      seconds: samples.length / 16_000,
      ...(await watermark.detect([samples], { sampleRate: 16_000 })),
    };
  }

  /** Reads the manifest in the file, and asks the registry, of which it returns the ids. */
  async function lookedUp(file: Buffer): Promise<{ isSigned: boolean; records: string[]; kinds: string[] }> {
    const { media, manifests, db } = kitchen.service;
    const path = join(folder, 'looked-up');
    await writeFile(path, file);
    const { contentType } = await media.probeMedia(path, { maxSeconds: MINUTES_LONG });
    const { state } = await manifests.readManifest(path, { contentType });
    const { samples } = await media.decodeAudio(path, { maxSeconds: MINUTES_LONG });
    while ((await indexFingerprints({ db })) > 0);
    const known = await findRecords(
      { db, threads },
      {
        sha256: createHash('sha256').update(file).digest(),
        label: null,
        sound: async function* whole() {
          yield samples;
        },
        listening: { sampleRate: 16_000, owner: 'a test' },
      },
    );
    const kinds = known.map(({ row }) => row.kind);
    return { isSigned: state === 'valid', records: known.map(({ row }) => row.id), kinds };
  }

  async function idsInRegistry(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`SELECT id FROM provenance`.execute(kitchen.service.db);
    return rows.map(({ id }) => id);
  }

  async function assertMarked(recipe: (kitchen: Kitchen) => Promise<Buffer>, name: string): Promise<void> {
    await forgetRateLimits(kitchen.service.db);
    const before = await idsInRegistry();
    const file = await recipe(kitchen);
    const { found, confidence, seconds } = await verdictOn(file);
    assert.ok(found, `${name} is not marked: ${confidence} in ${seconds} s`);
    if (name in ONLY_MARKED) return;
    const { isSigned, records } = await lookedUp(file);
    // Others may have said the same before: what was recorded then does not count.
    const isRecorded = records.some((id) => !before.includes(id));
    assert.ok(isSigned || isRecorded, `${name} is neither signed nor in the registry`);
  }

  test('every operation that answers sound or a film has a recipe, or a reason why it is not ours', async () => {
    const document = await readDocument(kitchen.service);
    const sounding = operationsOf(document).filter(
      ({ responses }) =>
        Object.values(responses).some(({ content = {} }) =>
          Object.keys(content).some((type) => CARRIES_SOUND.test(type)),
        ) || /base64/.test(JSON.stringify(responses)),
    );
    const names = sounding.map(({ name }) => name);
    assert.ok(names.length > 20);
    const known = Object.keys(OPERATIONS).concat(Object.keys(NOT_MADE_HERE));
    assert.deepEqual(
      names.filter((name) => !known.includes(name)),
      [],
      'add a recipe',
    );
  });

  test('every kind of job and every socket has a recipe', () => {
    assert.deepEqual(JOB_KINDS.all.map(({ name }) => name).sort(), Object.keys(JOBS).sort());
    const paths = sourceFiles().flatMap((file) =>
      [...sourceText(file).matchAll(/socketRoute(?:<\w+>)?\(\s*app,\s*'([^']+)'/g)].map(([, path]) => path),
    );
    assert.deepEqual(paths.sort(), Object.keys(SOCKETS).sort());
  });

  test('a recording by somebody is not taken for ours', async () => {
    const { watermark } = kitchen.service;
    const { samples } = kitchen.recording;
    assert.equal((await watermark.detect([samples], { sampleRate: 16_000 })).found, false);
  });

  // First: what an operation shares with a socket must not have been recorded before.
  for (const [name, recipe] of Object.entries(SOCKETS)) test(name, () => assertMarked(recipe, name));

  for (const kind of ['video', 'dub'] as const)
    test(`the sound of a job of the kind ${kind} is found by mark and registry after another codec and rate`, async () => {
      const recipe = JOBS[kind] ?? assert.fail(kind);
      const source = join(folder, `${kind}.mp4`);
      const target = join(folder, `${kind}.mp3`);
      await writeFile(source, await recipe(kitchen));
      const codec = ['-vn', '-ac', '1', '-ar', '22050', '-c:a', 'libmp3lame', '-b:a', '48k'];
      await promisify(execFile)(await findQuickFfmpeg(), ['-v', 'error', '-i', source, ...codec, target]);
      const coded = await readFile(target);
      assert.ok((await verdictOn(coded)).found);
      const { isSigned, kinds } = await lookedUp(coded);
      assert.equal(isSigned, false);
      assert.ok(kinds.includes(kind), `found ${kinds}`);
    });

  for (const [name, recipe] of Object.entries(OPERATIONS)) test(name, () => assertMarked(recipe, name));
  for (const [name, recipe] of Object.entries(TOOLS)) test(name, () => assertMarked(recipe, name));
  for (const [name, recipe] of Object.entries(JOBS))
    if (recipe) test(`a job of the kind ${name}`, () => assertMarked(recipe, name));
});
