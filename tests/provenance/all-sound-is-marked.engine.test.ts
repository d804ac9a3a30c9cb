import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { joinSamples } from '../../engines/dsp/index.ts';
import { openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { createMusicEngine, findMusicFont } from '../../engines/music/index.ts';
import { realSpeech } from '../../engines/speech/testing/real-speech.ts';
import { LINES, recorded } from '../../engines/transcription/testing/recordings.ts';
import { createVideoEngine } from '../../engines/video/index.ts';
import { JOB_KINDS } from '../../src/main/job-kinds.ts';
import { silentLog } from '../../src/platform/log.ts';
import { openAdmin, openCustomer } from '../support/customer.ts';
import { operationsOf, readDocument } from '../support/operations.ts';
import { sourceFiles, sourceText } from '../support/source-files.ts';
import { forgetRateLimits, openTestService } from '../support/test-service.ts';
import { JOBS, type Kitchen, NOT_MADE_HERE, OPERATIONS, SOCKETS, TOOLS } from './recipes.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;
const presentersDir = new URL('../../assets/presenters/', import.meta.url).pathname;
const CARRIES_SOUND = /^(audio|video)\/|application\/(zip|octet-stream)|text\/event-stream/;
const MINUTES_LONG = 180;

/** A route without a recipe fails here: whoever adds one says how to hear it. */
describe('everything that can be heard of the service is marked', () => {
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
    kitchen = { service, customer, chat, recording, once: new Map() };
    close = async () => {
      await service.close();
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

  async function assertMarked(recipe: (kitchen: Kitchen) => Promise<Buffer>, name: string): Promise<void> {
    await forgetRateLimits(kitchen.service.db);
    const { found, confidence, seconds } = await verdictOn(await recipe(kitchen));
    assert.ok(found, `${name} is not marked: ${confidence} in ${seconds} s`);
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

  for (const [name, recipe] of Object.entries(OPERATIONS)) test(name, () => assertMarked(recipe, name));
  for (const [name, recipe] of Object.entries(TOOLS)) test(name, () => assertMarked(recipe, name));
  for (const [name, recipe] of Object.entries(SOCKETS)) test(name, () => assertMarked(recipe, name));
  for (const [name, recipe] of Object.entries(JOBS))
    if (recipe) test(`a job of the kind ${name}`, () => assertMarked(recipe, name));
});
