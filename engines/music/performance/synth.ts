import { createSteepLowPass } from './low-pass.ts';
import { createOscillator } from './oscillators.ts';
import type { Patch } from './patches.ts';
import { addRamp, panGains, type Stereo } from './stereo.ts';

/** Envelopes, filters and vibrato are computed once for so many samples. */
const BLOCK = 64;
/** A released note that has fallen this far ends within a block. */
const SILENT = 5e-4;

export type SynthNote = { start: number; frames: number; key: number; velocity: number };

/** Adds one note of a patch. */
export function playPatch(patch: Patch, note: SynthNote, out: Stereo, sampleRate: number): void {
  const oscillators = patch.oscillators.map((settings, index) => {
    const { left, right } = panGains(settings.pan ?? 0);
    const gains = { leftGain: left * settings.gain, rightGain: right * settings.gain };
    return createOscillator({ ...settings, ...gains }, note.key, sampleRate, index);
  });
  const filter = patch.filter && createSteepLowPass(0.7 + 3 * patch.filter.resonance, sampleRate);
  const left = new Float32Array(BLOCK);
  const right = new Float32Array(BLOCK);
  const loudness = (note.velocity / 127) ** 1.4;
  const held = note.frames / sampleRate;
  let level = levelAt(patch.envelope, 0, held) * loudness;
  for (let from = 0; note.start + from < out.left.length; from += BLOCK) {
    const time = from / sampleRate;
    left.fill(0);
    right.fill(0);
    const bend = vibratoAt(patch, time);
    for (const play of oscillators) play(bend, left, right);
    if (filter && patch.filter) {
      filter.tune(cutoffAt(patch.filter, note, time));
      filter.run(left, right);
    }
    const wanted = levelAt(patch.envelope, time + BLOCK / sampleRate, held) * loudness;
    const next = time > held && wanted < SILENT ? 0 : wanted;
    addRamp(out.left, note.start + from, left, level, next);
    addRamp(out.right, note.start + from, right, level, next);
    level = next;
    if (time > held && level === 0) return;
  }
}

function levelAt({ attack, decay, sustain, release }: Patch['envelope'], time: number, held: number): number {
  const at = Math.min(time, held);
  const risen = Math.min(1, at / Math.max(0.0005, attack));
  const fallen = sustain + (1 - sustain) * Math.exp((-3 * Math.max(0, at - attack)) / Math.max(0.001, decay));
  const released = time > held ? Math.exp((-5 * (time - held)) / Math.max(0.002, release)) : 1;
  return risen * fallen * released;
}

function cutoffAt(filter: NonNullable<Patch['filter']>, { key, velocity }: SynthNote, time: number): number {
  const opened = filter.envelopeOctaves * Math.exp((-3 * time) / filter.decay) * (0.5 + velocity / 254);
  return filter.hertz * 2 ** (opened + (filter.byKey * (key - 60)) / 12);
}

function vibratoAt({ vibrato }: Patch, time: number): number {
  if (!vibrato || time < vibrato.delay) return 1;
  const grown = Math.min(1, (time - vibrato.delay) / 0.3);
  return 2 ** ((grown * vibrato.cents * Math.sin(2 * Math.PI * vibrato.hertz * time)) / 1_200);
}
