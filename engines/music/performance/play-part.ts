import type { PlayedNote } from '../composition/score.ts';
import { DRUM_KEYS, type DrumPiece } from '../drum-pieces.ts';
import type { InstrumentName } from '../instruments.ts';
import { instrumentOf } from '../instruments.ts';
import type { Font } from './font.ts';
import { patchOf } from './patches.ts';
import { playZone } from './sampler.ts';
import { addScaled, SAMPLE_RATE, type Stereo, silence } from './stereo.ts';
import { playPatch } from './synth.ts';
import { drumHit, type SynthKit } from './synth-drums.ts';

const PIECES = new Map(Object.entries(DRUM_KEYS).map(([piece, key]) => [key as number, piece as DrumPiece]));
const OPEN_HAT: number = DRUM_KEYS.open;
const CLOSED: ReadonlySet<number> = new Set([DRUM_KEYS.hat, DRUM_KEYS.pedal]);
/** Drums ring until they are silent; only an open hi-hat is closed by the next stroke. */
const RING_SECONDS = 4;

/** How long the finger of a sample is on the string before it plucks. */
const LATE_SECONDS: Partial<Record<InstrumentName, number>> = { 'steel guitar': 0.045 };

/** One part alone, dry. */
export function playPart(
  font: Font,
  instrument: InstrumentName,
  notes: readonly PlayedNote[],
  frames: number,
): Stereo {
  const out = silence(frames);
  const { kit, synthKit, patch, program } = instrumentOf(instrument);
  const hits = synthKit && createHits(synthKit);
  for (const [index, note] of notes.entries()) {
    const start = Math.max(0, Math.round((note.start - (LATE_SECONDS[instrument] ?? 0)) * SAMPLE_RATE));
    const held = Math.round(note.seconds * SAMPLE_RATE);
    if (hits) hits(note, start, out);
    else if (kit !== undefined) {
      const frames = Math.round(drumSeconds(notes, index) * SAMPLE_RATE);
      for (const zone of font.zonesOf('drums', kit, note.pitch, note.velocity))
        playZone(zone, { start, frames }, out, SAMPLE_RATE);
    } else if (patch) {
      const { pitch: key, velocity } = note;
      playPatch(patchOf(patch), { start, frames: held, key, velocity }, out, SAMPLE_RATE);
    } else if (program !== undefined)
      for (const zone of font.zonesOf('melodic', program, note.pitch, note.velocity))
        playZone(zone, { start, frames: held }, out, SAMPLE_RATE);
  }
  return out;
}

function drumSeconds(notes: readonly PlayedNote[], index: number): number {
  const note = notes[index];
  if (note?.pitch !== OPEN_HAT) return RING_SECONDS;
  const next = notes.slice(index + 1).find(({ pitch }) => CLOSED.has(pitch) || pitch === OPEN_HAT);
  return next ? Math.max(0.02, next.start - note.start) : RING_SECONDS;
}

function createHits(kit: SynthKit) {
  const made = new Map<number, Float32Array>();
  return ({ pitch, velocity }: PlayedNote, start: number, out: Stereo): void => {
    const hit = made.get(pitch) ?? drumHit(kit, PIECES.get(pitch) ?? 'rim');
    made.set(pitch, hit);
    const gain = (velocity / 127) ** 1.6;
    for (const channel of [out.left, out.right]) addScaled(channel.subarray(start), hit, gain);
  };
}
