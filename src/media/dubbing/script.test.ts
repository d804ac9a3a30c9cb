import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { steadyWorstTurn } from '../../platform/testing/worst-turn.ts';
import { parseScript, SCRIPT_LIMITS, ScriptUnreadable } from './script.ts';

describe('a script', () => {
  test('plain text has a line per row, with the speakers of a screenplay', () => {
    assert.deepEqual(
      parseScript('\uFEFFANNA: Hello there.\r\n\r\nDR. O’NEIL: Note: this is 5:30.\rPlain text.\n♪\n'),
      [
        { text: 'Hello there.', speaker: 'ANNA', time: null },
        { text: 'Note: this is 5:30.', speaker: 'DR. O’NEIL', time: null },
        { text: 'Plain text.', speaker: null, time: null },
      ],
    );
  });

  test('SRT has times, several rows and markup', () => {
    const srt =
      '1\n00:00:01,000 --> 00:00:02,500\n<i>Two</i>\nrows {\\an8}&amp; more\n\n2\n00:00:03,000 --> 00:00:04,000\n…\n\n3\n01:00:05,250 --> 01:00:06,000\n5 < 6';
    assert.deepEqual(parseScript(srt), [
      { text: 'Two rows & more', speaker: null, time: { start: 1, end: 2.5 } },
      { text: '5 < 6', speaker: null, time: { start: 3_605.25, end: 3_606 } },
    ]);
  });

  test('the longest and oddest scripts are read in a short turn', async () => {
    const room = SCRIPT_LIMITS.characters;
    const odd = [
      `<v${' '.repeat(room - 10)}`,
      ...['<v ', '<a', '<', '{\\', '\n ', '\n\n', 'A.', 'a\n', '-->', '&amp', '\n1:00 --> '].map((piece) =>
        piece.repeat(room).slice(0, room),
      ),
    ];
    for (const text of odd) {
      const read = async () => {
        try {
          parseScript(text);
        } catch (error) {
          assert.ok(error instanceof ScriptUnreadable);
        }
      };
      const worstMs = await steadyWorstTurn(read, { runs: 3, enoughMs: 50 });
      assert.ok(worstMs <= 50, `${JSON.stringify(text.slice(0, 12))}: ${worstMs} ms`);
    }
  });

  test('VTT has voices, settings, notes and styles', () => {
    const vtt =
      'WEBVTT - Title\n\nSTYLE\n::cue { color: red }\n\nNOTE 00:01.000 --> 00:02.000\nnothing\n\nintro\n00:01.000 --> 00:02.000 align:start line:0\n<v.loud Anna>Hi <c.x>there</c></v>\n';
    assert.deepEqual(parseScript(vtt), [{ text: 'Hi there', speaker: 'Anna', time: { start: 1, end: 2 } }]);
  });

  test('what cannot be read is refused with the reason', () => {
    const cases: [script: string, reason: RegExp][] = [
      ['', /no lines/],
      ['♪\n…', /no lines/],
      ['WEBVTT\n\n00:01.000 --> soon\nHi', /not a time range/],
      ['00:61:00,000 --> 00:62:00,000\nHi', /not a time range/],
      ['00:00:02,000 --> 00:00:01,000\nHi', /ends before it begins/],
      ['00:00:05,000 --> 00:00:06,000\nB\n\n00:00:01,000 --> 00:00:02,000\nA', /before the one above/],
      ['x'.repeat(SCRIPT_LIMITS.characters + 1), /characters/],
      ['a\n'.repeat(SCRIPT_LIMITS.lines + 1), /more than 5000 lines/],
      ['word '.repeat(300), /Line 1 .*Split it/],
    ];
    for (const [script, reason] of cases)
      assert.throws(
        () => parseScript(script),
        (error) => error instanceof ScriptUnreadable && reason.test(error.public),
        script.slice(0, 60),
      );
  });

  test('text that is made to be slow is read in milliseconds', () => {
    const n = SCRIPT_LIMITS.characters - 100;
    for (const part of ['<', '<v ', '{\\', 'A ', 'A:', '-->', '\n \n', '&', '<a', '0:', ' \t'])
      for (const script of [part, `00:00:01,000 --> 00:00:02,000\n${part}`]) {
        const began = process.cpuUsage().user;
        try {
          parseScript(script + part.repeat(Math.floor(n / part.length)));
        } catch (error) {
          assert.ok(error instanceof ScriptUnreadable, part);
        }
        const milliseconds = (process.cpuUsage().user - began) / 1_000;
        assert.ok(milliseconds < 400, `${milliseconds} ms for ${part}`);
      }
  });
});
