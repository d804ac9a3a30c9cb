import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { joinSamples, resampled } from '../../dsp/index.ts';
import { presetSpeaker, readSpeaker, type SpeakerArtifact, type SpeechEngine } from '../../speech/index.ts';
import { realSpeech } from '../../speech/testing/real-speech.ts';
import { LINES, recorded } from '../../transcription/testing/recordings.ts';
import type { CloningEngine } from '../cloning-engine.ts';
import { briefSpeech } from '../testing/brief-speech.ts';
import { realCloning } from '../testing/real-cloning.ts';
import { matchVoice } from './match-voice.ts';
import { printCosine } from './target.ts';

const TEXT = 'My grandfather kept bees behind the house.';
const OTHER_TEXT = 'On Monday the train was late again.';
/** Likeness varies between short sentences by more than what a match gains. */
const LONGER_TEXT = `${OTHER_TEXT} She bought seven red apples at the market and gave them away.`;
/** This voice is no preset, but a mix of some. */
const STRANGER = 'am_adam(1)+bm_lewis(1)+em_alex(1)';

describe('matching', () => {
  let speech: SpeechEngine;
  let identity: CloningEngine;
  before(async () => {
    [speech, identity] = await Promise.all([realSpeech(), realCloning()]);
  });

  async function speak(voiceId: string, text: string, speaker?: SpeakerArtifact): Promise<Float32Array> {
    const samples: number[] = [];
    const request = { text, voiceId, ...(speaker && { speaker }) };
    // As a person speaks: recordings of people have no mark.
    for await (const chunk of speech.synthesize(request, { unmarked: true })) samples.push(...chunk.samples);
    return resampled(Float32Array.from(samples), speech.capabilities.sampleRate, 16_000);
  }
  const recordingOf = async (voiceId: string): Promise<Float32Array> =>
    joinSamples(await Promise.all(LINES.map((line) => recorded(line, voiceId))));
  let emma: Float32Array;
  let stranger: Float32Array;
  before(async () => {
    emma = await recordingOf('bf_emma');
    stranger = await speak(STRANGER, TEXT);
  });

  test('a preset is its own nearest preset, loud or quiet', async () => {
    for (const [voiceId, samples] of [
      ['bf_emma', emma],
      ['am_fenrir', await recordingOf('am_fenrir')],
    ] as const) {
      for (const gain of [1, 0.1]) {
        const quiet = samples.map((sample) => sample * gain);
        const { print } = await identity.analyse({ samples: quiet, sampleRate: 16_000 });
        const [nearest] = await identity.nearestVoices(print);
        assert.equal(nearest?.voiceId, voiceId);
      }
    }
  });

  async function printOf(samples: Float32Array): Promise<Float32Array> {
    return (await identity.analyse({ samples, sampleRate: 16_000 })).print;
  }

  test('a match is more similar than the nearest preset, in the requested language, and reports its progress', async () => {
    const samples = stranger;
    const wanted = await identity.analyse({ samples, sampleRate: 16_000 });
    const [nearest] = await identity.nearestVoices(wanted.print);
    const progress: number[] = [];
    const speaker = await matchVoice(
      { identity, speech: briefSpeech(speech, 6) },
      { samples, language: 'en' },
      { rounds: 2, onProgress: (share) => progress.push(share) },
    );
    assert.deepEqual(readSpeaker(JSON.parse(JSON.stringify(speaker))), speaker);
    assert.match(speaker.baseVoice, /^[ab]/u);
    const nearestId = nearest?.voiceId ?? '';
    const preset = await printOf(await speak(nearestId, LONGER_TEXT));
    const match = await printOf(await speak(speaker.baseVoice, LONGER_TEXT, speaker));
    const found = printCosine(wanted.print, match);
    const before = printCosine(wanted.print, preset);
    assert.ok(found > before, `${found} and ${before} of ${nearestId}`);
    assert.deepEqual(
      progress,
      progress.toSorted((a, b) => a - b),
    );
    assert.equal(progress.at(-1), 1);
  });

  test('with the delivery of another voice, pace and melody are its own, timbre and pitch those of the recording', async () => {
    const whisperer = 'af_nicole';
    const prosodyFrom = await presetSpeaker(whisperer);
    const speaker = await matchVoice(
      { identity, speech: briefSpeech(speech) },
      { samples: stranger, language: 'en', prosodyFrom },
      { rounds: 2 },
    );
    assert.deepEqual(speaker.style.slice(128), prosodyFrom.style.slice(128));
    const clone = await speak(speaker.baseVoice, OTHER_TEXT, speaker);
    const slow = await speak(whisperer, OTHER_TEXT);
    const usual = await speak(STRANGER, OTHER_TEXT);
    const seconds = [usual, clone, slow].map(({ length }) => length / 16_000);
    assert.ok(nearer(seconds[1], { to: seconds[2], than: seconds[0] }), `takes ${seconds} s`);

    const [cloned, from, recording] = await Promise.all(
      [clone, slow, stranger].map((samples) => identity.analyse({ samples, sampleRate: 16_000 })),
    );
    assert.ok(cloned && from && recording);
    const [timbre, other] = [recording, from].map(({ print }) => printCosine(cloned.print, print));
    assert.ok(Number(timbre) > Number(other), `${timbre} to the recording, ${other} to ${whisperer}`);
    const pitches = [recording, cloned, from].map(({ logPitch }) => Math.exp(logPitch ?? 0));
    assert.ok(nearer(pitches[1], { to: pitches[0], than: pitches[2] }), `${pitches} Hz`);
  });

  test('the same recording gives the same voice', async () => {
    const samples = await speak(STRANGER, 'We are home again.');
    // The first words of a sentence in one round show randomness as well as all of them.
    const brief = { identity, speech: briefSpeech(speech) };
    const match = () => matchVoice(brief, { samples, language: 'en' }, { rounds: 1 });
    assert.deepEqual(await match(), await match());
  });

  test('an abort signal stops the match', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(matchVoice({ identity, speech }, { samples: emma }, { signal }), /enough/u);
  });
});

function nearer(
  value = 0,
  { to = 0, than = 0 }: { to?: number | undefined; than?: number | undefined },
): boolean {
  return Math.abs(value - to) < Math.abs(value - than);
}
