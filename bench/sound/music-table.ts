import { SAMPLE_RATE } from '../../engines/music/performance/stereo.ts';
import { readPrompt } from '../../engines/music/prompt/read-prompt.ts';
import { isMinor, keyName } from '../../engines/music/theory.ts';
import { seamOf } from './music-edges.ts';
import { keyVerdict } from './music-key.ts';
import { type Heard, type Levels, type Listener, levelsOf } from './music-listener.ts';
import { type Asked, PROMPTS } from './music-prompts.ts';
import type { Studio, Take } from './music-studio.ts';
import { tempoVerdict } from './music-tempo.ts';

/** A tempo that was asked for may move this far. */
const MOST_STRETCH = 0.03;

type Row = {
  cells: string[];
  /** Null where the prompt leaves it open. */
  isTempoKept: boolean | null;
  isKeyKept: boolean | null;
  tempo: string;
  key: string;
  isLengthExact: boolean;
  lufs: number;
  truePeakDb: number;
  isClean: boolean;
  loop: Levels & { seam: number; isLengthExact: boolean };
};

/** The prompts, each as a piece and as a loop: what was asked for against what is heard. */
export function measurePrompts(play: Studio, listen: Listener): string {
  const rows = PROMPTS.map((asked) => rowFor(asked, listen(asked), play({ ...asked, isLoop: true })));
  return [
    summaryOf(rows),
    '',
    '| # | prompt | s | tempo asked | played | heard | agrees | key played | heard | agrees | LUFS | dBTP | onsets/s | centroid (Hz) | first and last sample (dBFS) | loop: LUFS | dBTP | seam |',
    `|${'---|'.repeat(18)}`,
    ...rows.map(({ cells }, i) => `| ${[i + 1, ...cells].join(' | ')} |`),
    '',
    ...differences(play),
  ].join('\n');
}

function rowFor({ prompt, seconds }: Asked, heard: Heard, loop: Take): Row {
  const { bpm, key } = heard.played;
  const { edges } = heard;
  const tempo = tempoVerdict(heard.tempo.bpm, bpm);
  const keyAgrees = keyVerdict(heard.key, { tonic: key.tonic, isMinor: isMinor(key.mode) });
  const loopLevels = { ...levelsOf(loop), seam: seamOf([loop.left, loop.right]) };
  const frames = Math.round(seconds * SAMPLE_RATE);
  const asked = readPrompt(prompt);
  return {
    isTempoKept: asked.bpm === null ? null : Math.abs(bpm / asked.bpm - 1) <= MOST_STRETCH,
    isKeyKept: asked.key === null ? null : asked.key.tonic === key.tonic && asked.key.mode === key.mode,
    tempo,
    key: keyAgrees,
    isLengthExact: heard.frames === frames,
    lufs: heard.lufs,
    truePeakDb: heard.truePeakDb,
    isClean: edges.firstDb < -60 && edges.lastDb < -60,
    loop: { ...loopLevels, isLengthExact: loop.left.length === frames },
    cells: [
      prompt,
      String(seconds),
      String(asked.bpm ?? '–'),
      bpm.toFixed(1),
      heard.tempo.bpm.toFixed(1),
      tempo,
      keyName(key),
      heard.key.name,
      keyAgrees,
      heard.lufs.toFixed(2),
      heard.truePeakDb.toFixed(2),
      heard.onsetsPerSecond.toFixed(1),
      heard.centroidHertz.toFixed(0),
      `${decibels(edges.firstDb)}, ${decibels(edges.lastDb)}`,
      loopLevels.lufs.toFixed(2),
      loopLevels.truePeakDb.toFixed(2),
      loopLevels.seam.toFixed(2),
    ],
  };
}

function decibels(value: number): string {
  return value === -Infinity ? 'silent' : value.toFixed(0);
}

function summaryOf(rows: readonly Row[]): string {
  const count = (isSo: (row: Row) => boolean) => `${rows.filter(isSo).length} of ${rows.length}`;
  const kept = (name: 'isTempoKept' | 'isKeyKept') => {
    const asked = rows.filter((row) => row[name] !== null);
    return `${asked.filter((row) => row[name]).length} of ${asked.length}`;
  };
  const range = (values: readonly number[]) =>
    `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
  const verdicts = (which: 'tempo' | 'key') =>
    [...Map.groupBy(rows, (row) => row[which])].map(([name, all]) => `${name} ${all.length}`).join(', ');
  return [
    `- Length exact to the sample: ${count((row) => row.isLengthExact)}; as a loop ${count((row) => row.loop.isLengthExact)}.`,
    `- Loudness: ${range(rows.map(({ lufs }) => lufs))} LUFS; loops ${range(rows.map(({ loop }) => loop.lufs))} LUFS.`,
    `- True peak: ${range(rows.map(({ truePeakDb }) => truePeakDb))} dBTP; loops ${range(rows.map(({ loop }) => loop.truePeakDb))} dBTP.`,
    `- First and last sample below −60 dBFS: ${count((row) => row.isClean)}.`,
    `- Loops whose seam is no sharper than the sharpest corner in the quarter of a second around it: ${count((row) => row.loop.seam <= 1)}.`,
    `- Asked tempos played within 3 percent: ${kept('isTempoKept')}. Asked keys played: ${kept('isKeyKept')}.`,
    `- Tempo heard as played: ${verdicts('tempo')}.`,
    `- Key heard as played: ${verdicts('key')}.`,
  ].join('\n');
}

/** Checks what must differ and what must not, for the first prompt of each genre. */
function differences(play: Studio): string[] {
  const genres = [...Map.groupBy(PROMPTS, ({ genre }) => genre).values()];
  const results = genres.map(([first, second]) => {
    if (!first || !second) throw new Error('every genre has two prompts at least');
    const asked = { ...first, seconds: 4 };
    const hash = play(asked).hash;
    return {
      repeats: play(asked).hash === hash,
      seedDiffers: play({ ...asked, seed: 2 }).hash !== hash,
      promptDiffers: play({ ...second, seconds: 4 }).hash !== hash,
    };
  });
  const count = (name: keyof (typeof results)[number]) =>
    `${results.filter((result) => result[name]).length} of ${results.length} genres`;
  return [
    `- One seed repeats bit for bit (SHA-256 of the samples): ${count('repeats')}.`,
    `- Another seed gives another piece: ${count('seedDiffers')}.`,
    `- Another prompt of the genre gives another piece: ${count('promptDiffers')}.`,
  ];
}
