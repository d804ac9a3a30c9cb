/** Voices that the thresholds were tuned on, and voices that they were not. */
export const VOICES = {
  tuned: [
    'af_heart',
    'af_bella',
    'bf_emma',
    'am_michael',
    'am_fenrir',
    'bm_george',
    'af_sarah',
    'af_kore',
    'bf_isabella',
    'af_nova',
    'am_adam',
    'am_puck',
    'bm_lewis',
    'am_onyx',
  ],
  heldOut: ['af_alloy', 'bf_alice', 'am_liam', 'bm_daniel'],
};

const SHORT = [
  'Yes, I think so.',
  'No, not today.',
  'Really? Tell me more.',
  'That sounds good to me.',
  'I am not so sure.',
  'Well, maybe later.',
  'Of course you can.',
  'Let me think about it.',
];
const MIDDLE = [
  'The train leaves at seven in the morning.',
  'I left my keys on the kitchen table.',
  'We could meet in front of the library.',
  'She has been working there for ten years.',
  'The weather was terrible all week long.',
  'Could you send me the report by Friday?',
  'My brother bought a small boat last summer.',
  'The new office is much brighter than this one.',
  'They closed the bridge because of the storm.',
  'I have never seen so many people in one place.',
  'He promised to call us back before lunch.',
  'The soup needs a little more salt and pepper.',
  'Our neighbours are moving to another city.',
  'You should take the second road on the left.',
  'The museum is open every day except Monday.',
  'We forgot to buy bread and milk again.',
];
const LONG = [
  'When I was a child we spent every summer by the lake, and my grandfather taught all of us how to fish.',
  'The committee has decided to move the meeting to Thursday, because nobody could find the documents in time.',
  'If you want to understand how the machine works, you have to open it and look at the small wheels inside.',
  'Nobody in the village believed the old sailor, until the morning when a strange ship appeared in the harbour.',
];

export type Length = 'short' | 'mid' | 'long';

/** Five lines for each voice: 1, 2 and 6 seconds long. */
export function linesOf(voice: number): { length: Length; text: string }[] {
  const from = (length: Length, texts: readonly string[], i: number) => ({
    length,
    text: texts[i % texts.length] ?? '',
  });
  return [
    from('short', SHORT, voice),
    from('short', SHORT, voice + 3),
    from('mid', MIDDLE, 2 * voice),
    from('mid', MIDDLE, 2 * voice + 1),
    from('long', LONG, voice),
  ];
}
