import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFiles, sourceText } from '../support/source-files.ts';

/** Processes that give no sound to anybody, or only sound that others made. All others must mark what they make. */
const MAKE_NO_SOUND: Record<string, string> = {
  'engines/denoising/process.ts': 'cleans recordings of a voice, which are measured',
  'engines/lipsync/neural/process.ts': 'mouth shapes',
  'engines/manifests/process.ts': 'signatures in files that are made already',
  'engines/mixing/process.ts': 'lays marked speech over a background that is not ours',
  'engines/separation/process.ts': 'the background of somebody’s film',
  'engines/speech/language-process.ts': 'phonemes',
  'engines/transcription/process.ts': 'text',
  'engines/video/process.ts': 'pictures, with the sound that it is given',
  'engines/voice-activity/process.ts': 'where somebody speaks',
  'engines/voice-cloning/adapt/process.ts': 'sentences that are measured and forgotten',
  'engines/voice-cloning/fit/process.ts': 'numbers that describe a speaker',
  'engines/voice-cloning/process.ts': 'numbers that describe a speaker',
};

const files = sourceFiles();
const saying = (words: RegExp) => files.filter((file) => words.test(sourceText(file)));

test('every process that makes sound sends it through the marks', () => {
  const entries = saying(/^await serveProcess</m);
  assert.ok(entries.length > 10);
  const unmarked = entries.filter((file) => !/\bopenMarks\(/.test(sourceText(file)));
  assert.deepEqual(unmarked, Object.keys(MAKE_NO_SOUND), 'a process that makes sound must mark it');
});

test('only what is measured and forgotten is spoken without a mark', () => {
  assert.deepEqual(saying(/\bunmarked: true\b/), ['engines/voice-cloning/match/analyse-speaker.ts']);
  const switching = saying(/\bisOn\b/).filter((file) => !file.startsWith('engines/watermark/'));
  assert.deepEqual(switching, ['src/main/open-engines.ts'], 'the operator decides, by WATERMARK');
});

test('sound that a worker’s own engine made is marked where it arrives', () => {
  const readers = saying(/openInternalOutput\([^)]*'sound'\)/);
  assert.deepEqual(readers, ['src/work/remote-sound/read-sound.ts', 'src/work/remote-speech/read-sound.ts']);
  assert.match(sourceText('src/work/remote-speech/speak-segment.ts'), /watermark\.mark\(/);
  assert.match(sourceText('src/work/remote-sound/remote-sound.ts'), /mastering\.master\(/);
});
