import type { Genre } from './genre.ts';

export const loFi: Genre = {
  name: 'lo-fi',
  tempo: [68, 78, 90],
  beats: 4,
  mode: 'dorian',
  progressions: {
    major: ['ii9|V13|Imaj9|vi7', 'IVmaj7|iii7|ii9|Imaj7', 'Imaj9|vi9|ii9|V13'],
    minor: ['i9|iv9|bVImaj7|V7', 'iv9|bVII13|bIIImaj9|bVImaj7', 'i9|bVImaj9|ii7|V7b9'],
  },
  cadence: { major: ['ii9 V13', 'Imaj9'], minor: ['iv9 V7b9', 'i9'] },
  secondaryDominants: 0.25,
  swing: { amount: 0.22, of: 'sixteenths' },
  looseness: 13,
  energy: 'steady',
  parts: [
    {
      role: 'comping',
      instrument: 'electric piano',
      patterns: ['x-----------....', 'x-----..o-x---..', 'x-----..x-o-..o-'],
      register: [52, 74],
      voices: 4,
      level: 0,
      pan: -0.12,
      reverb: 0.25,
    },
    {
      role: 'bass',
      instrument: 'fingered bass',
      patterns: ['R-----....R-....', 'R-----..r-5-..a-'],
      level: -1,
    },
    {
      role: 'melody',
      instrument: 'vibraphone',
      rhythms: ['x---x-..x-......', '..x-x---....x---', 'x-..x-x-........'],
      register: [65, 84],
      level: -4,
      pan: 0.25,
      reverb: 0.35,
      fullness: 0.6,
      from: 0.25,
    },
    {
      role: 'drums',
      instrument: 'room kit',
      level: 0,
      from: 0.22,
      patterns: [
        { kick: 'x.........x.....', snare: '....x.......x...', hat: 'x.o.x.o.x.o.x.o.' },
        { kick: 'x......x..x.....', snare: '....x..g....x..g', hat: 'x.oox.o.x.oox.o.' },
      ],
      fills: [
        { snare: '............x.gx', kick: 'x.........x.....', hat: 'x.o.x.o.x.o.....' },
        { rim: '..........x.x..x', kick: 'x.......x.......' },
      ],
    },
  ],
  mix: { reverbSeconds: 1.4, compression: 2.5, darkness: 5_200, crackleDb: -34, sidechainDb: 3, drive: 0.3 },
};
