import { readFile } from 'node:fs/promises';
import { BasicSoundBank, SoundBankLoader } from 'spessasynth_core';
import { modulated } from './modulators.ts';

/** One sample of a sound font as a note plays it. Times in seconds, frequencies in hertz. */
export type Zone = {
  samples: Float32Array;
  /** Samples to advance per sample of output, at the note's pitch. */
  step: number;
  loop: { start: number; end: number } | null;
  gain: number;
  /** −1 to 1. */
  pan: number;
  volume: Envelope;
  filter: { cents: number; resonanceDb: number; envelopeCents: number; envelope: Envelope };
  vibrato: { delay: number; hertz: number; cents: number };
};

export type Envelope = {
  delay: number;
  attack: number;
  hold: number;
  decay: number;
  /** dB below full for volumes, 0 to 1 for filters. */
  sustain: number;
  release: number;
};

export type Font = {
  /** `bank` is `drums` for kits. */
  zonesOf(bank: 'melodic' | 'drums', program: number, key: number, velocity: number): readonly Zone[];
};

const GEN = {
  startLoop: 2,
  endLoop: 3,
  vibratoPitch: 6,
  filter: 8,
  resonance: 9,
  envelopeFilter: 11,
  pan: 17,
  vibratoDelay: 23,
  vibratoRate: 24,
  filterEnvelope: 25,
  filterDecayByKey: 32,
  volumeEnvelope: 33,
  volumeHoldByKey: 39,
  volumeDecayByKey: 40,
  attenuation: 48,
  coarseTune: 51,
  fineTune: 52,
  mode: 54,
  scale: 56,
  root: 58,
} as const;

/** Reads a sound font; samples are decoded when they are first played, and kept. */
export async function openFont(path: string, sampleRate: number): Promise<Font> {
  const file = await readFile(path);
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
  await BasicSoundBank.isSF3DecoderReady;
  const { presets } = SoundBankLoader.fromArrayBuffer(bytes);
  const found = new Map<string, readonly Zone[]>();

  function readZones(
    bank: 'melodic' | 'drums',
    program: number,
    key: number,
    velocity: number,
  ): readonly Zone[] {
    const preset = presets.find(
      (one) => one.program === program && one.bankMSB === 0 && one.isGMGSDrum === (bank === 'drums'),
    );
    if (!preset) throw new RangeError(`the sound font has no ${bank} program ${program}`);
    return preset.getVoiceParameters(key, velocity).map(({ generators, modulators, sample }) => {
      const values = modulated(generators, modulators, key, velocity);
      return zoneFrom((name) => values[name] ?? 0, sample, key, sampleRate);
    });
  }

  return {
    zonesOf(bank, program, key, velocity) {
      const name = `${bank} ${program} ${key} ${velocity}`;
      const zones = found.get(name) ?? readZones(bank, program, key, velocity);
      found.set(name, zones);
      return zones;
    },
  };
}

type FontSample = {
  getAudioData(): Float32Array;
  sampleRate: number;
  originalKey: number;
  pitchCorrection: number;
  loopStart: number;
  loopEnd: number;
};

function zoneFrom(
  value: (generator: number) => number,
  sample: FontSample,
  key: number,
  sampleRate: number,
): Zone {
  const samples = sample.getAudioData();
  const root = value(GEN.root) >= 0 ? value(GEN.root) : sample.originalKey;
  const cents =
    (key - root) * value(GEN.scale) +
    100 * value(GEN.coarseTune) +
    value(GEN.fineTune) +
    sample.pitchCorrection;
  const mode = value(GEN.mode) & 3;
  const end = Math.min(sample.loopEnd + value(GEN.endLoop), samples.length);
  const start = sample.loopStart + value(GEN.startLoop);
  const byKey = (generator: number) => (value(generator) * (60 - key)) / 1_200;
  return {
    samples,
    step: (sample.sampleRate / sampleRate) * 2 ** (cents / 1_200),
    loop: (mode === 1 || mode === 3) && end - start > 8 ? { start, end } : null,
    gain: 10 ** (-Math.max(0, value(GEN.attenuation)) / 200),
    pan: Math.max(-1, Math.min(1, value(GEN.pan) / 500)),
    volume: envelopeAt(
      value,
      GEN.volumeEnvelope,
      byKey(GEN.volumeHoldByKey),
      byKey(GEN.volumeDecayByKey),
      (cb) => Math.max(0, cb / 10),
    ),
    filter: {
      cents: value(GEN.filter),
      resonanceDb: Math.max(0, value(GEN.resonance) / 10),
      envelopeCents: value(GEN.envelopeFilter),
      envelope: envelopeAt(
        value,
        GEN.filterEnvelope,
        0,
        byKey(GEN.filterDecayByKey),
        (tenths) => 1 - tenths / 1_000,
      ),
    },
    vibrato: {
      delay: seconds(value(GEN.vibratoDelay)),
      hertz: 8.176 * 2 ** (value(GEN.vibratoRate) / 1_200),
      cents: value(GEN.vibratoPitch),
    },
  };
}

/** Six generators in a row: delay, attack, hold, decay, sustain, release. */
function envelopeAt(
  value: (generator: number) => number,
  first: number,
  holdOctaves: number,
  decayOctaves: number,
  sustainOf: (raw: number) => number,
): Envelope {
  return {
    delay: seconds(value(first)),
    attack: seconds(value(first + 1)),
    hold: seconds(value(first + 2)) * 2 ** holdOctaves,
    decay: seconds(value(first + 3)) * 2 ** decayOctaves,
    sustain: sustainOf(value(first + 4)),
    release: seconds(value(first + 5)),
  };
}

function seconds(timecents: number): number {
  return timecents <= -12_000 ? 0 : 2 ** (timecents / 1_200);
}
