import type { Genre } from './genre.ts';

export const jazzTrio: Genre = {
  name: 'jazz trio',
  tempo: [116, 140, 184],
  beats: 4,
  mode: 'major',
  progressions: {
    major: ['Imaj7 VI7|ii9 V13|iii7 VI7|ii9 V13', 'ii9|V13|Imaj9|VI7b9', 'Imaj9|IV13|iii7 VI7|ii9 V13'],
    minor: ['i6|iiø7 V7b9|i9|iiø7 V7b9', 'iv9|bVII13|bIIImaj7|iiø7 V7b9'],
  },
  cadence: { major: ['ii9 V13', 'Imaj9'], minor: ['iiø7 V7b9', 'i6'] },
  secondaryDominants: 0.35,
  swing: { amount: 0.3, of: 'eighths' },
  looseness: 12,
  energy: 'wave',
  parts: [
    {
      role: 'comping',
      instrument: 'grand piano',
      patterns: ['x-----..........', 'x-....o-........', '..x-..x-....x-..', 'x-....x-....o-..'],
      register: [50, 68],
      voices: 4,
      level: -5,
      brightness: 5,
      pan: -0.15,
      reverb: 0.18,
    },
    {
      role: 'melody',
      instrument: 'grand piano',
      rhythms: ['x-x-x-x-....x-x-', '..x-x-x-x---....', 'x-----x-x-x-x---', '....x-x-x-x-x---'],
      register: [65, 86],
      level: -1,
      brightness: 6,
      pan: -0.15,
      reverb: 0.18,
      fullness: 0.75,
    },
    { role: 'bass', instrument: 'acoustic bass', patterns: 'walking', level: -1, pan: 0.1, reverb: 0.08 },
    {
      role: 'drums',
      instrument: 'jazz kit',
      level: -6,
      pan: 0.2,
      reverb: 0.15,
      patterns: [
        { ride: 'x...x.o.x...x.o.', pedal: '....x.......x...' },
        {
          ride: 'x...X.o.x...X.o.',
          pedal: '....x.......x...',
          kick: 'g.......g.......',
          snare: '......g.......g.',
        },
        {
          ride: 'x...X.x.x...X.x.',
          pedal: '....x.......x...',
          kick: 'g.....o.g.......',
          snare: '......o...g...g.',
        },
      ],
      fills: [
        { snare: '........x.o.x.xx', kick: '..........o.....', pedal: '....x.......x...' },
        { tomHigh: '........x.x.....', tomLow: '............x.x.', pedal: '....x.......x...' },
      ],
    },
  ],
  mix: { reverbSeconds: 1.1, compression: 1.3 },
};
