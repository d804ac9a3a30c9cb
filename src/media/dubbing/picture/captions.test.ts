import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { steadyWorstTurn } from '../../../platform/testing/worst-turn.ts';
import { parseScript, SCRIPT_LIMITS } from '../script.ts';
import { captionsOf } from './captions.ts';
import { ownName, threeLetterCode } from './languages.ts';
import { scriptOf } from './testing/script.ts';
import { writeCaptionTracks } from './write-caption-tracks.ts';

/** Processor time of a turn of the event loop. */
const MOST_MS = 50;
const spoken = { key: 'k', offset: 0, length: 1, rate: 1, fit: 'as_spoken' } as const;

describe('captions of a dub', () => {
  test('show what is said instead when it is heard, and what was said when it was said', async () => {
    const script = scriptOf({ spoken: { ...spoken, start: 0.5, end: 1.5 } }, { translation: null });
    assert.equal(await captionsOf(script, 'target', 'srt'), '1\n00:00:00,500 --> 00:00:01,900\nHello.\n');
    assert.equal(
      await captionsOf(script, 'source', 'vtt'),
      'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nHola.\n\n00:00:02.000 --> 00:00:04.400\nHola.\n',
    );
    assert.equal(await captionsOf(script, 'source', 'srt', 1), '1\n00:00:00,000 --> 00:00:01,000\nHola.\n');
  });

  test('of the source move with a picture that was stretched', async () => {
    const script = scriptOf(
      { spoken: { ...spoken, start: 0, end: 5, fit: 'stretched' } },
      { spoken: { ...spoken, start: 5.1, end: 6 } },
    );
    assert.match(await captionsOf(script, 'source', 'vtt'), /00:00:05\.100 --> /u);
  });

  test('of a long line are several cues of two short rows, in proportion, none beyond the next line', async () => {
    const translation = 'The quick brown fox jumps over the lazy dog and runs away. '.repeat(4).trim();
    const text = await captionsOf(
      scriptOf({ translation, start: 0, end: 16 }, { start: 16, end: 18 }),
      'target',
      'srt',
    );
    const cues = text.split('\n\n');
    assert.ok(cues.length >= 4);
    for (const cue of cues) {
      const rows = cue.trim().split('\n').slice(2);
      assert.ok(rows.length <= 2 && rows.every((row) => row.length <= 42), cue);
    }
    const lines = parseScript(text);
    assert.ok(lines.every(({ time }, i) => i === 0 || (time?.start ?? 0) >= (lines[i - 1]?.time?.end ?? 9)));
  });

  test('no name and no text can break the file or pass for markup', async () => {
    const odd = 'a --> b\n\n2\n00:00:00,000 --> 00:00:09,000\n<b>x</b> & </v>\r\n\r\nNOTE c';
    const script = scriptOf({ translation: odd, speaker_id: 'b' }, {});
    script.speakers.push({ id: 'b', name: 'B --> <i>\n\nC', seconds: 0, print: null, voice: null });
    const vtt = await captionsOf(script, 'target', 'vtt');
    assert.match(vtt, /<v B --&gt; &lt;i&gt; C>a --&gt; b 2 00:00:00/u);
    assert.match(vtt, /<v Anna>Hello\./u);
    assert.equal(vtt.split('-->').length - 1, vtt.split('\n\n').length - 1, vtt);
    const [first, ...others] = parseScript(vtt).map(({ text }) => text);
    assert.equal(others.at(-1), 'Hello.');
    assert.ok(first?.startsWith('a --> b 2 00:00:00,000 -->'), first);
    const srt = await captionsOf(script, 'target', 'srt');
    assert.match(srt, /a → b/u);
    assert.equal(srt.split('-->').length, srt.split(/^\d+$/mu).length, srt);
  });

  test('of languages without spaces and of signs that nobody speaks are shown too', async () => {
    const script = scriptOf({ translation: '今天天气很好，我们去公园散步吧。' }, { translation: '♪ …' });
    const srt = await captionsOf(script, 'target', 'srt');
    assert.ok(srt.includes('\n今天天气很好，我们去公园散步吧。\n') && srt.includes('\n♪ …\n'), srt);
  });

  test('of the longest script never hold up the event loop', async () => {
    const { characters, lineCharacters } = SCRIPT_LIMITS;
    const count = characters / lineCharacters;
    for (const piece of ['天', 'a ', 'a. ', '<', '<a ', '](/', 'x']) {
      const translation = piece.repeat(lineCharacters).slice(0, lineCharacters);
      const script = scriptOf(...Array.from({ length: count }, () => ({ translation })));
      const work = () => captionsOf(script, 'target', 'vtt');
      const worstMs = await steadyWorstTurn(work, { runs: 3, enoughMs: MOST_MS });
      assert.ok(worstMs <= MOST_MS, `${piece}: ${worstMs} ms`);
    }
  });

  test('inside the film never overlap, and have no signs that ffmpeg would change', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'captions-'));
    try {
      const script = scriptOf(
        { start: 0, end: 2, source: 'Uno {a\\N}' },
        { start: 0.1, end: 1.5, source: 'Dos' },
        { start: 1, end: 3, source: 'Tres', translation: null },
      );
      const tracks = await writeCaptionTracks({ script, target: 'en', seconds: 3 }, folder);
      assert.deepEqual(
        tracks.map(({ language }) => language),
        ['en', 'es'],
      );
      assert.equal(
        await readFile(tracks[1]?.path ?? '', 'utf8'),
        'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nUno (a/N)\nDos\n\n00:00:01.000 --> 00:00:03.000\nTres\n',
      );
      const silent = { script: scriptOf({ source: null, translation: null }), target: 'en', seconds: 3 };
      assert.deepEqual(await writeCaptionTracks(silent, folder), []);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('name their language as MP4 and its speakers do', () => {
    assert.deepEqual(['en', 'pt-BR', 'zh', 'yue', 'x', null].map(threeLetterCode), [
      ...['eng', 'por', 'zho', 'yue', 'und', 'und'],
    ]);
    assert.deepEqual(['es', 'de', '???', null].map(ownName), ['español', 'Deutsch', null, null]);
  });
});
