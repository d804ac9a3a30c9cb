import type { Genre } from './genre.ts';

export const pianoSolo: Genre = {
  name: 'piano solo',
  tempo: [64, 82, 108],
  beats: 4,
  mode: 'major',
  progressions: {
    major: ['I|V|vi|IV', 'Iadd9|iii7|IVmaj7|V7', 'I|vi7|ii7|V7'],
    minor: ['i|bVI|bIII|bVII', 'iadd9|iv7|bVI|V7', 'i|v|bVI|iv'],
  },
  cadence: { major: ['ii7 V7', 'Iadd9'], minor: ['iv7 V7', 'i'] },
  secondaryDominants: 0.25,
  looseness: 16,
  energy: 'wave',
  parts: [
    {
      role: 'arpeggio',
      instrument: 'grand piano',
      patterns: ['0-1-2-1-0-1-2-1-', '0-1-2-3-2-1-2-1-', '0-12321-0-12321-'],
      register: [48, 69],
      voices: 4,
      level: -5,
      pan: -0.08,
      reverb: 0.3,
    },
    {
      role: 'bass',
      instrument: 'grand piano',
      patterns: ['R---------------', 'R-------5-------'],
      register: [31, 50],
      level: -4,
      pan: -0.08,
      reverb: 0.25,
    },
    {
      role: 'melody',
      instrument: 'grand piano',
      rhythms: ['x---x-x-x-------', 'x-----x-x---x---', 'x-x-x---x-------', 'x-------x-x-x---'],
      register: [67, 88],
      level: 0,
      pan: 0.1,
      reverb: 0.3,
    },
  ],
  mix: { reverbSeconds: 2, compression: 1.2 },
};
