import {
  bringToLoudness,
  createChance,
  type Ducking,
  duckUnder,
  fadeEdges,
  integratedLoudness,
  seedFrom,
} from '../../dsp/index.ts';
import type { Score } from '../composition/score.ts';
import { genreOf } from '../genres/index.ts';
import type { Piece } from '../plan.ts';
import { ageSound } from './ages.ts';
import type { Font } from './font.ts';
import { mix, type PlayedPart } from './mix.ts';
import { playPart } from './play-part.ts';
import { type Mix, mapChannels, soundsOf } from './stems.ts';
import { SAMPLE_RATE, type Stereo } from './stereo.ts';

const TARGET = { lufs: -16, truePeakDb: -1 };
const FADE_IN = Math.round(0.003 * SAMPLE_RATE);
const FADE_OUT_SECONDS = 0.9;
/** The sound that rings on for this long after a loop's end is added to its beginning. */
const LOOP_TAIL_SECONDS = 6;
/** The reverb and the compressor run for this long before a loop begins, so that they start as they will end. */
const LOOP_LEAD_SECONDS = 5;
const LOOP_EDGE = Math.round(0.25 * SAMPLE_RATE);

/**
 * Turns notes into the finished sound: −16 LUFS, true peak at most −1 dBTP, and the requested length to the sample. The
 * mix is the same with stems and without. Speech over it comes later: `underSpeech`.
 */
export function perform(
  font: Font,
  score: Score,
  { plan, seconds, seed, isLoop }: Piece,
  { withStems }: { withStems: boolean },
): Mix {
  const genre = genreOf(plan.genre);
  const frames = Math.round(seconds * SAMPLE_RATE);
  const chance = createChance(seedFrom(`${seed} dust`));
  const parts = score.parts
    .filter(({ notes }) => notes.length > 0)
    .map(({ part, notes }) => ({ part, sound: played(font, part.instrument, notes, frames, isLoop) }));
  const lead = isLoop ? Math.round(LOOP_LEAD_SECONDS * SAMPLE_RATE) : 0;
  const extended = isLoop
    ? parts.map((one) => ({ ...one, sound: around(one.sound, lead, LOOP_EDGE) }))
    : parts;
  const moved = isLoop ? shiftedScore(score, seconds, lead / SAMPLE_RATE) : score;
  const mixFrames = frames + lead + (isLoop ? LOOP_EDGE : 0);
  const mixed = mix(extended, moved, genre, { frames: mixFrames, chance, withStems });
  ageSound(mixed, plan.era, chance);
  return isLoop ? finishLoop(mixed, lead, frames) : finishPiece(mixed, seconds);
}

function played(
  font: Font,
  instrument: PlayedPart['part']['instrument'],
  notes: Parameters<typeof playPart>[2],
  frames: number,
  isLoop: boolean,
): Stereo {
  if (!isLoop) return playPart(font, instrument, notes, frames);
  const { left, right } = playPart(
    font,
    instrument,
    notes,
    frames + Math.round(LOOP_TAIL_SECONDS * SAMPLE_RATE),
  );
  return { left: folded(left, frames), right: folded(right, frames) };
}

/** A loop goes on where it began: what rings after its end is added to its start. */
function folded(channel: Float32Array, frames: number): Float32Array {
  const loop = channel.slice(0, frames);
  for (let i = frames; i < channel.length; i += 1)
    loop[i % frames] = (loop[i % frames] as number) + (channel[i] as number);
  return loop;
}

/** The loop with what comes before and after it, as when it is repeated. */
function around(sound: Stereo, before: number, after: number): Stereo {
  const extend = (channel: Float32Array) =>
    Float32Array.from({ length: before + channel.length + after }, (_, i) => {
      const place = (i - before) % channel.length;
      return channel[place < 0 ? place + channel.length : place] as number;
    });
  return { left: extend(sound.left), right: extend(sound.right) };
}

/** The notes at the times of the extended sound, for the sidechain. */
function shiftedScore(score: Score, seconds: number, lead: number): Score {
  const copies = Math.ceil(lead / seconds) + 2;
  const offsets = Array.from({ length: copies }, (_, i) => lead + (i - copies + 2) * seconds);
  return {
    ...score,
    parts: score.parts.map(({ part, notes }) => ({
      part,
      notes: offsets
        .flatMap((offset) => notes.map((note) => ({ ...note, start: note.start + offset })))
        .filter(({ start }) => start >= 0),
    })),
  };
}

/** Ducks after the mastering and the marking, so that music without speech over it stays as it would be. */
export function underSpeech(finished: Mix, ducking: Ducking): Mix {
  return mapChannels(finished, (channel) => duckUnder(ducking, channel, SAMPLE_RATE));
}

function finishPiece(mixed: Mix, seconds: number): Mix {
  const fadeOut = Math.round(Math.min(FADE_OUT_SECONDS, seconds / 4) * SAMPLE_RATE);
  for (const { left, right } of soundsOf(mixed))
    for (const channel of [left, right]) fadeEdges(channel, { fadeIn: FADE_IN, fadeOut });
  return levelled(mixed);
}

/** Levelled with its surroundings, so that the limiter has no seam, but to the loudness of the loop alone. */
function finishLoop(mixed: Mix, lead: number, frames: number): Mix {
  const from = Math.max(0, lead - LOOP_EDGE);
  const heard = mapChannels(mixed, (channel) => channel.subarray(from));
  const start = lead - from;
  const end = lead - from + frames;
  const loopAt = (lufs: number, sound: Mix): Mix =>
    mapChannels(levelled(sound, lufs), (channel) => channel.slice(start, end));
  const { left, right } = loopAt(TARGET.lufs, { bus: heard.bus, stems: null }).bus;
  return loopAt(2 * TARGET.lufs - integratedLoudness([left, right], SAMPLE_RATE), heard);
}

function levelled(mixed: Mix, lufs = TARGET.lufs): Mix {
  const { left, right } = mixed.bus;
  const stems = [...(mixed.stems ?? [])];
  const parts = stems.flatMap(([, sound]) => [sound.left, sound.right]);
  const { channels, followers } = bringToLoudness([left, right], SAMPLE_RATE, { ...TARGET, lufs }, parts);
  const made = [...channels, ...followers];
  const soundAt = (k: number) => ({ left: made[2 * k] ?? left, right: made[2 * k + 1] ?? right });
  return {
    bus: soundAt(0),
    stems: mixed.stems && new Map(stems.map(([name], k) => [name, soundAt(k + 1)])),
  };
}
