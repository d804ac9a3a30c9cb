import type { Cloner, Kind } from './clones.ts';

const SENTENCES = [
  'The morning train was late again, so we walked along the river and talked about the weather for a while.',
  'Nobody in the village could say who had painted the old boat blue, or why it was done at night.',
  'Bring two bottles of water, a warm coat and the map, and meet us at the bridge before it gets dark.',
  'Her uncle keeps bees behind the house, and every summer he gives a jar of honey to each of the neighbours.',
  'If the shop is closed, leave the parcel with the woman next door and write me a short note about it.',
];
/**
 * Instant: one file of 5 to 10 seconds. Professional: 13 files, more than 2 minutes together; fewer and longer ones would meet the
 * deadline of a call on a busy machine.
 */
const TEXTS: Record<Kind, readonly string[]> = {
  instant: SENTENCES.slice(0, 1),
  professional: Array.from({ length: 13 }, (_, i) => {
    const next = i + 1 + Math.floor(i / SENTENCES.length);
    return [i, next].map((place) => SENTENCES[place % SENTENCES.length]).join(' ');
  }),
};

export type Spoken = { requestId: string; characters: number };

/** A preset of the service plays the person. All rounds have the same one, so that only the first has to wait. */
const PERSON = 'am_michael';

/** Each call is paid for and added to `spoken`. */
export async function recordSamples(
  cloner: Cloner,
  { kind, requestId }: { kind: Kind; requestId: string },
  spoken: Spoken[],
): Promise<Buffer[]> {
  const samples: Buffer[] = [];
  for (const [i, text] of TEXTS[kind].entries()) {
    const call = { requestId: `${requestId}-${i}`, characters: text.length };
    samples.push(await cloner.speak(PERSON, text, call.requestId));
    spoken.push(call);
  }
  return samples;
}
