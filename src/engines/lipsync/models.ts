export type LipsyncModel = {
  /** What a request calls it. */
  name: string;
  kind: 'neural' | 'procedural';
  /** Of the weights. */
  licence: string;
  /** Part of this program; the others run where a worker offers them. */
  builtIn: boolean;
};

/** What the contract calls the default; where nobody offers it, the first neural one of the list is. */
export const DEFAULT_LIPSYNC_MODEL = 'musetalk';

export const LIPSYNC_MODELS: readonly LipsyncModel[] = [
  // Our own network hears the sound; where the words are known, their times come from the speech engine.
  { name: 'vox-lips', kind: 'neural', licence: 'Apache-2.0', builtIn: true },
  // Phonemes or, where there are none, the sound itself, turned into mouth shapes by rules.
  { name: 'vox-visemes', kind: 'procedural', licence: 'Apache-2.0', builtIn: true },
  { name: DEFAULT_LIPSYNC_MODEL, kind: 'neural', licence: 'MIT', builtIn: false },
  { name: 'latentsync', kind: 'neural', licence: 'OpenRAIL++-M', builtIn: false },
  { name: 'wav2lip', kind: 'neural', licence: 'research only', builtIn: false },
];

export function findLipsyncModel(name: string): LipsyncModel | undefined {
  return LIPSYNC_MODELS.find((model) => model.name === name);
}
