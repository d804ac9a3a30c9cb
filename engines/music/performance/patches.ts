/** A subtractive voice: oscillators through a low-pass with its own envelope. Times in seconds. */
export type Patch = {
  oscillators: readonly {
    shape: 'saw' | 'pulse' | 'triangle' | 'sine' | 'fm';
    /** Semitones from the note. */
    transpose?: number;
    cents?: number;
    gain: number;
    /** −1 to 1. */
    pan?: number;
    /** Duty cycle of a pulse; 0.5 is a square wave. */
    width?: number;
    /** An FM pair has these: the modulator's frequency ratio and its depth. */
    ratio?: number;
    depth?: number;
  }[];
  envelope: { attack: number; decay: number; sustain: number; release: number };
  filter: { hertz: number; resonance: number; envelopeOctaves: number; decay: number; byKey: number } | null;
  vibrato?: { hertz: number; cents: number; delay: number };
};

const spread = (shape: 'saw' | 'pulse', cents: number, gain: number): Patch['oscillators'] => [
  { shape, cents: -cents, gain, pan: -0.7 },
  { shape, cents: cents * 0.35, gain, pan: 0.1 },
  { shape, cents, gain, pan: 0.7 },
];

const PATCHES = {
  'warm pad': {
    oscillators: [...spread('saw', 9, 0.3), { shape: 'sine', transpose: -12, gain: 0.25 }],
    envelope: { attack: 0.7, decay: 1, sustain: 0.85, release: 1.6 },
    filter: { hertz: 620, resonance: 0.15, envelopeOctaves: 1.1, decay: 2.5, byKey: 0.5 },
  },
  'glass pad': {
    oscillators: [
      { shape: 'fm', gain: 0.4, ratio: 2, depth: 0.6, pan: -0.5 },
      { shape: 'fm', gain: 0.4, ratio: 3, depth: 0.35, cents: 5, pan: 0.5 },
    ],
    envelope: { attack: 1.1, decay: 2, sustain: 0.7, release: 2.2 },
    filter: { hertz: 3_000, resonance: 0, envelopeOctaves: 0, decay: 1, byKey: 0.3 },
  },
  'analog strings': {
    oscillators: spread('saw', 12, 0.33),
    envelope: { attack: 0.25, decay: 0.8, sustain: 0.85, release: 0.7 },
    filter: { hertz: 1_500, resonance: 0.1, envelopeOctaves: 0.8, decay: 1.2, byKey: 0.4 },
  },
  'sub bass': {
    oscillators: [
      { shape: 'sine', gain: 0.9 },
      { shape: 'triangle', gain: 0.25 },
    ],
    envelope: { attack: 0.008, decay: 0.8, sustain: 0.75, release: 0.12 },
    filter: null,
  },
  'saw bass': {
    oscillators: [
      { shape: 'saw', gain: 0.5, cents: -4 },
      { shape: 'saw', gain: 0.5, cents: 5 },
      { shape: 'pulse', transpose: -12, gain: 0.3 },
    ],
    envelope: { attack: 0.004, decay: 0.3, sustain: 0.7, release: 0.08 },
    filter: { hertz: 380, resonance: 0.35, envelopeOctaves: 2.4, decay: 0.22, byKey: 0.3 },
  },
  'reese bass': {
    oscillators: [
      { shape: 'saw', gain: 0.45, cents: -16 },
      { shape: 'saw', gain: 0.45, cents: 16 },
      { shape: 'sine', gain: 0.5, transpose: 0 },
    ],
    envelope: { attack: 0.01, decay: 0.5, sustain: 0.9, release: 0.1 },
    filter: { hertz: 520, resonance: 0.3, envelopeOctaves: 0.8, decay: 0.6, byKey: 0.2 },
  },
  'club bass': {
    oscillators: [
      { shape: 'pulse', gain: 0.5, width: 0.5 },
      { shape: 'sine', gain: 0.6 },
    ],
    envelope: { attack: 0.003, decay: 0.25, sustain: 0.5, release: 0.06 },
    filter: { hertz: 450, resonance: 0.3, envelopeOctaves: 2, decay: 0.15, byKey: 0.3 },
  },
  'saw lead': {
    oscillators: [...spread('saw', 7, 0.3), { shape: 'pulse', transpose: -12, gain: 0.15 }],
    envelope: { attack: 0.015, decay: 0.4, sustain: 0.8, release: 0.25 },
    filter: { hertz: 2_200, resonance: 0.2, envelopeOctaves: 1.3, decay: 0.5, byKey: 0.4 },
    vibrato: { hertz: 5.2, cents: 9, delay: 0.25 },
  },
  'synth pluck': {
    oscillators: [
      { shape: 'saw', gain: 0.4, cents: -5, pan: -0.4 },
      { shape: 'pulse', gain: 0.3, cents: 5, pan: 0.4, width: 0.4 },
    ],
    envelope: { attack: 0.002, decay: 0.45, sustain: 0, release: 0.2 },
    filter: { hertz: 700, resonance: 0.25, envelopeOctaves: 3, decay: 0.18, byKey: 0.5 },
  },
  'synth bell': {
    oscillators: [
      { shape: 'fm', gain: 0.5, ratio: 3.5, depth: 1.6, pan: -0.3 },
      { shape: 'fm', gain: 0.4, ratio: 2, depth: 0.7, cents: 4, pan: 0.3 },
    ],
    envelope: { attack: 0.003, decay: 1.8, sustain: 0, release: 1.4 },
    filter: null,
  },
  'pulse lead': {
    oscillators: [{ shape: 'pulse', gain: 0.6, width: 0.25 }],
    envelope: { attack: 0.002, decay: 0.15, sustain: 0.75, release: 0.03 },
    filter: null,
    vibrato: { hertz: 6, cents: 14, delay: 0.18 },
  },
  'pulse arp': {
    oscillators: [{ shape: 'pulse', gain: 0.5, width: 0.125 }],
    envelope: { attack: 0.001, decay: 0.12, sustain: 0.4, release: 0.02 },
    filter: null,
  },
  'triangle bass': {
    oscillators: [{ shape: 'triangle', gain: 0.9 }],
    envelope: { attack: 0.001, decay: 0.1, sustain: 0.95, release: 0.02 },
    filter: null,
  },
} as const satisfies Record<string, Patch>;

export type PatchName = keyof typeof PATCHES;

export function patchOf(name: PatchName): Patch {
  return PATCHES[name];
}
