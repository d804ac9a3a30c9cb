import type { Genre } from './genre.ts';

export const eightBit: Genre = {
  name: '8-bit',
  tempo: [124, 146, 172],
  beats: 4,
  mode: 'major',
  progressions: {
    major: ['I|V|vi|IV', 'I|bVII|IV|I', 'I|IV|ii|V'],
    minor: ['i|bVI|bVII|i', 'i|bVII|bVI|V', 'i|iv|bVII|bIII'],
  },
  cadence: { major: ['bVI bVII', 'I'], minor: ['bVI bVII', 'i'] },
  secondaryDominants: 0.15,
  looseness: 0,
  energy: 'steady',
  parts: [
    {
      role: 'melody',
      instrument: 'pulse lead',
      rhythms: ['x-x-x-x-x---x-x-', 'x--x--x-x-x-x---', 'x-xxx-x-x-x-x---'],
      register: [67, 88],
      level: 0,
      pan: 0.1,
    },
    {
      role: 'arpeggio',
      instrument: 'pulse arp',
      patterns: ['0.1.2.1.0.1.2.1.', '0120120120120120'],
      register: [60, 79],
      voices: 3,
      level: -6,
      pan: -0.2,
    },
    {
      role: 'bass',
      instrument: 'triangle bass',
      patterns: ['R.R.R.R.R.R.R.R.', 'R.8.R.8.R.8.R.58'],
      register: [36, 55],
      level: -2,
    },
    {
      role: 'drums',
      instrument: 'chip kit',
      level: -3,
      patterns: [
        { kick: 'x.......x.......', snare: '....x.......x...', hat: 'x.x.x.x.x.x.x.x.' },
        { kick: 'x..x..x.x..x....', snare: '....x.......x.g.', hat: 'xoxoxoxoxoxoxoxo' },
      ],
      fills: [
        { snare: '........x.x.xxxx', kick: 'x.......x.......' },
        { snare: '........xxx.xxx.', kick: 'x...x...x...x...' },
      ],
    },
  ],
  mix: { reverbSeconds: 0.4, compression: 1.3 },
};
