import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialogueOf } from '../../../../engines/transcription/testing/dialogues.ts';
import { realTranscription } from '../../../../engines/transcription/testing/real-transcription.ts';
import { LINES, recorded } from '../../../../engines/transcription/testing/recordings.ts';
import { printCosine } from '../../../../engines/voice-cloning/index.ts';
import { realCloning } from '../../../../engines/voice-cloning/testing/real-cloning.ts';
import { type HearingEngines, hearFilm } from './hear-film.ts';

const VOICES = ['af_heart', 'bm_george'];

test('two people who take turns have their own lines, times and prints', async () => {
  const [transcription, cloning] = await Promise.all([realTranscription(), realCloning()]);
  const engines: HearingEngines = {
    transcription,
    voiceMaker: { printOf: async (recording, signal) => (await cloning.analyse(recording, signal)).print },
  };
  const turns = await Promise.all(
    LINES.flatMap((text) => VOICES.map(async (voice) => ({ voice, samples: await recorded(text, voice) }))),
  );
  const { samples, truth } = dialogueOf(turns, () => 0.6);
  const { script, heard } = await hearFilm(
    engines,
    { samples, language: 'en', numSpeakers: null, given: null, target: 'es' },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  assert.equal(heard, true);
  assert.deepEqual(
    script.lines.map(({ speaker_id: by }) => by),
    ['speaker_1', 'speaker_2', 'speaker_1', 'speaker_2'],
  );
  for (const [i, { start, end }] of script.lines.entries()) {
    const turn = truth[i];
    assert.ok(
      turn && Math.abs(start - turn.start) < 0.2 && Math.abs(end - turn.end) < 0.3,
      `${i}: ${start} to ${end}, not ${turn?.start} to ${turn?.end}`,
    );
  }
  const [first, second] = script.speakers.map(({ print }) => print);
  assert.ok(first && second && printCosine(Float32Array.from(first), Float32Array.from(second)) < 0.5);
});
