import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STEP_SECONDS } from '../voice-activity/index.ts';
import { NoSpeech } from './errors.ts';
import type { EnglishWindow } from './methods.ts';
import type { Recognisers } from './sound.ts';
import { transcribeWith } from './transcribe.ts';
import type { RecognisedWindow } from './window.ts';

const RATE = 16_000;
type Run = [seconds: number, probability: number];

const recognised = (text: string, change: Partial<RecognisedWindow> = {}): RecognisedWindow => ({
  language: 'es',
  languageProbability: 0.9,
  segments: text === '' ? [] : [{ start: 0.5, end: 1, text, words: [{ word: text, start: 0.5, end: 1 }] }],
  consumedSeconds: 30,
  averageLogProbability: -0.2,
  noSpeechProbability: 0,
  compressionRatio: 1,
  repeats: false,
  ...change,
});
const ENGLISH: EnglishWindow = { text: 'Hello there.', pieces: 5, averageLogProbability: -0.1 };
const FOREIGN: EnglishWindow = { text: 'Hello bear.', pieces: 5, averageLogProbability: -1.1 };
const NOTHING: EnglishWindow = { text: '', pieces: 0, averageLogProbability: 0 };

function scene(runs: Run[], change: Partial<Recognisers> & { voicedSeconds?: number } = {}) {
  const probabilities = Float32Array.from(
    runs.flatMap(([seconds, p]) => Array<number>(Math.round(seconds / STEP_SECONDS)).fill(p)),
  );
  const samples = new Float32Array(Math.round(probabilities.length * STEP_SECONDS * RATE)).fill(0.1);
  const requests: { model: string; seconds: number; language?: string | undefined }[] = [];
  const recognisers: Recognisers = {
    listen: async () => ({ probabilities, voicedSeconds: change.voicedSeconds ?? 99 }),
    english: async (request) => {
      const { samples: cut, model } = request;
      requests.push({ model, seconds: cut.length / RATE });
      return change.english ? change.english(request) : ENGLISH;
    },
    hasTime: () => change.hasTime?.() ?? true,
    speakers: async (question) => change.speakers?.(question) ?? [],
    anyLanguage: async (request) => {
      const { model, language } = request;
      requests.push({ model, seconds: request.samples.length / RATE, language });
      return change.anyLanguage ? change.anyLanguage(request) : recognised('hola');
    },
  };
  return { samples, recognisers, requests };
}
const SENTENCE: Run[] = [
  [0.5, 0],
  [3, 0.95],
  [0.5, 0],
];

test('English goes to the fast model, requested or detected; the response names the model', async () => {
  for (const language of ['en', undefined]) {
    const { samples, recognisers, requests } = scene(SENTENCE);
    const transcript = await transcribeWith(recognisers, { samples, language });
    assert.deepEqual([transcript.model, transcript.language], ['moonshine-tiny', 'en']);
    assert.equal(transcript.text, 'Hello there.');
    assert.equal(requests.length, 1);
    const [first] = transcript.words;
    assert.ok(first && first.start >= 0.45 && first.start < 0.6, 'the first word begins with the speech');
  }
});

test('if the fast model is not confident, the large one runs and detects the language', async () => {
  const { samples, recognisers, requests } = scene(SENTENCE, { english: async () => FOREIGN });
  const transcript = await transcribeWith(recognisers, { samples });
  assert.deepEqual([transcript.model, transcript.language, transcript.text], ['whisper-base', 'es', 'hola']);
  assert.equal(requests.at(-1)?.language, undefined);
});

test('speakers are computed only on request, and a sentence with two speakers is split', async () => {
  let questions = 0;
  const speakers: Recognisers['speakers'] = async ({ speech, maxSpeakers }) => {
    questions += 1;
    assert.deepEqual([speech.length, maxSpeakers], [1, 3]);
    return [
      { start: 0.5, end: 2, speaker: 7, margin: 0.6 },
      { start: 2, end: 3.5, speaker: 4, margin: 0.1 },
    ];
  };
  const english = async () => ({ ...ENGLISH, text: 'Where is it there it is.' });
  const { samples, recognisers } = scene(SENTENCE, { speakers, english });
  const plain = await transcribeWith(recognisers, { samples });
  assert.deepEqual([questions, plain.speakers, plain.segments.length], [0, undefined, 1]);
  const transcript = await transcribeWith(recognisers, { samples, speakers: { max: 3 } });
  assert.deepEqual(
    transcript.segments.map(({ text, speaker }) => [speaker, text]),
    [
      ['speaker_1', 'Where is it'],
      ['speaker_2', 'there it is.'],
    ],
  );
  assert.deepEqual(transcript.speakers, [
    { speaker: 'speaker_1', seconds: 1.5 },
    { speaker: 'speaker_2', seconds: 1.5 },
  ]);
  assert.deepEqual(
    transcript.turns?.map(({ speaker, margin }) => [speaker, margin]),
    [
      ['speaker_1', 0.6],
      ['speaker_2', 0.1],
    ],
  );
  assert.equal(transcript.text, plain.text);
  assert.ok(transcript.words.every(({ speaker }) => speaker !== undefined));
});

test('reports the share of windows that are done, in any language', async () => {
  for (const language of ['en', 'es']) {
    const shares: number[] = [];
    const { samples, recognisers } = scene(
      Array.from({ length: 12 }, (_, i): Run => (i % 2 === 0 ? [10, 0.95] : [1, 0])),
    );
    const onProgress = (share: number) => shares.push(share);
    await transcribeWith({ ...recognisers, onProgress }, { samples, language });
    assert.ok(shares.length >= 3, language);
    assert.deepEqual([shares.toSorted((a, b) => a - b), shares.at(-1)], [shares, 1]);
  }
});

test('other languages and translations always go to the large model', async () => {
  for (const request of [{ language: 'fr' }, { task: 'translate' as const, language: 'en' }]) {
    const { samples, recognisers } = scene(SENTENCE);
    assert.equal((await transcribeWith(recognisers, { samples, ...request })).model, 'whisper-base');
  }
});

test('a named model writes the text, whatever the language seems to be', async () => {
  const small = { english: 'moonshine-tiny', anyLanguage: 'whisper-small', only: 'any language' } as const;
  const large = { english: 'moonshine-base', anyLanguage: 'whisper-base', only: 'english' } as const;
  const spoken = scene(SENTENCE);
  assert.equal((await transcribeWith(spoken.recognisers, spoken, small)).model, 'whisper-small');
  const doubted = scene(SENTENCE, { english: async () => FOREIGN });
  const transcript = await transcribeWith(doubted.recognisers, doubted, large);
  assert.deepEqual([transcript.model, transcript.text], ['moonshine-base', 'Hello bear.']);
  assert.deepEqual(
    doubted.requests.map(({ model }) => model),
    ['moonshine-tiny', 'moonshine-base'],
  );
});

test('422: Moonshine alone does not make speech of doubtful audio', async () => {
  const only = { english: 'moonshine-base', anyLanguage: 'whisper-base', only: 'english' } as const;
  const { samples, recognisers } = scene([[3, 0.99]], {
    english: async ({ model }) => (model === 'moonshine-tiny' ? NOTHING : ENGLISH),
    anyLanguage: async () => recognised(''),
  });
  await assert.rejects(transcribeWith(recognisers, { samples }, only), NoSpeech);
});

test('long audio is split into windows and reassembled in order, each at its offset', async () => {
  const runs: Run[] = Array.from({ length: 34 }, () => [[4, 0.95] as Run, [1, 0] as Run]).flat();
  let count = 0;
  const number: Recognisers['english'] = async ({ samples: cut }) => {
    count += 1;
    await new Promise((resolve) => setTimeout(resolve, cut.length % 3));
    return { ...ENGLISH, text: `window${count}.` };
  };
  const { samples, recognisers, requests } = scene(runs, { english: number });
  const { segments } = await transcribeWith(recognisers, { samples, language: 'en' });
  const total = requests.reduce((sum, { seconds }) => sum + seconds, 0);
  assert.ok(requests.every(({ seconds }) => seconds <= 15) && total <= samples.length / RATE);
  assert.equal(segments.length, requests.length);
  for (const [i, segment] of segments.entries())
    assert.ok(segment.start >= (segments[i - 1]?.end ?? 0), 'segments follow each other');
});

test('the large model runs again on the rest of a window, only while there is speech', async () => {
  let count = 0;
  const anyLanguage: Recognisers['anyLanguage'] = async () => {
    count += 1;
    return count === 1
      ? recognised('uno', { consumedSeconds: 6 })
      : recognised('dos', { consumedSeconds: 4 });
  };
  const { samples, recognisers, requests } = scene([[10, 0.95]], {
    english: async () => FOREIGN,
    anyLanguage,
  });
  const transcript = await transcribeWith(recognisers, { samples });
  assert.equal(transcript.text, 'uno dos');
  assert.deepEqual(
    transcript.segments.map(({ start }) => start),
    [0.5, 6.5],
  );
  assert.equal(requests.at(-1)?.language, 'es');
});

test('a window in which the large model loops is split in a pause', async () => {
  const anyLanguage: Recognisers['anyLanguage'] = async ({ samples: cut }) =>
    cut.length > 12 * RATE
      ? recognised('bla bla', { repeats: true })
      : recognised(`${cut.length > 9 * RATE}`);
  const runs: Run[] = [
    [8, 0.95],
    [0.3, 0],
    [10, 0.95],
  ];
  const { samples, recognisers, requests } = scene(runs, { english: async () => FOREIGN, anyLanguage });
  const { text, segments } = await transcribeWith(recognisers, { samples });
  assert.equal(text, 'false true');
  assert.ok(Math.abs((segments[1]?.start ?? 0) - 8.65) < 0.2, `${segments[1]?.start}`);
  assert.equal(requests.at(-1)?.language, 'es');
});

test('if the large model always loops, a few more windows are tried, and the whole one is kept', async () => {
  const { samples, recognisers, requests } = scene([[100, 0.95]], {
    english: async () => FOREIGN,
    anyLanguage: async ({ samples: cut }) =>
      recognised(cut.length > 20 * RATE ? 'todo' : 'parte', { repeats: true }),
  });
  const { text } = await transcribeWith(recognisers, { samples });
  const windows = requests.filter(({ model }) => model === 'whisper-base');
  assert.match(text, /^todo todo/u);
  assert.ok(windows.length > 4 && windows.length <= 4 + 2 * 4, `${windows.length} windows`);
  requests.length = 0;
  await transcribeWith({ ...recognisers, hasTime: () => false }, { samples });
  assert.equal(requests.filter(({ model }) => model === 'whisper-base').length, 4);
});

test('422: two signals against speech are enough, and the large model is not run', async () => {
  const scenes = [
    scene([[3, 0.01]], { english: async () => NOTHING, voicedSeconds: 0 }),
    scene([[3, 0.01]], { english: async () => NOTHING, voicedSeconds: 2 }),
    scene([[3, 0.99]], { english: async () => NOTHING, voicedSeconds: 0 }),
  ];
  for (const { samples, recognisers, requests } of scenes) {
    await assert.rejects(transcribeWith(recognisers, { samples }), NoSpeech);
    assert.ok(requests.every(({ model }) => model === 'moonshine-tiny'));
  }
});

test('422: without a detected or a moving voice no model is run, since words alone do not make it speech', async () => {
  const { samples, recognisers, requests } = scene([[3, 0.01]], { voicedSeconds: 0 });
  await assert.rejects(transcribeWith(recognisers, { samples }), NoSpeech);
  assert.deepEqual(requests, []);
});

test('one signal against speech: the large model decides', async () => {
  const doubt = (answer: RecognisedWindow) =>
    scene([[3, 0.99]], { english: async () => NOTHING, anyLanguage: async () => answer });
  const believed = doubt(recognised('sí'));
  assert.equal((await transcribeWith(believed.recognisers, believed)).text, 'sí');
  const unsure = recognised('Thank you.', { averageLogProbability: -0.9 });
  const looped = recognised('la la', { repeats: true });
  for (const answer of [recognised(''), unsure, looped, recognised('sí', { noSpeechProbability: 0.9 })]) {
    const { samples, recognisers } = doubt(answer);
    await assert.rejects(transcribeWith(recognisers, { samples }), NoSpeech);
  }
});

test('a window that the recogniser takes for silence is left out of a long recording', async () => {
  let count = 0;
  const anyLanguage: Recognisers['anyLanguage'] = async () => {
    count += 1;
    return count === 1 ? recognised('hola') : recognised('Thank you.', { noSpeechProbability: 0.9 });
  };
  const runs: Run[] = [
    [20, 0.95],
    [5, 0],
    [8, 0.95],
  ];
  const { samples, recognisers } = scene(runs, { english: async () => FOREIGN, anyLanguage });
  assert.equal((await transcribeWith(recognisers, { samples })).text, 'hola');
});
