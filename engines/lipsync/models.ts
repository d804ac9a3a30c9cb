export type LipsyncModel = {
  /** Name in requests. */
  name: string;
  kind: 'neural' | 'procedural';
  /** Licence of the weights. */
  licence: string;
  /** Built in. Other models run where a worker offers them. */
  builtIn: boolean;
};

/** The documented default. Where no worker offers it, the first neural model that is offered is used. */
export const DEFAULT_LIPSYNC_MODEL = 'musetalk';

export const LIPSYNC_MODELS: readonly LipsyncModel[] = [
  // Our own network analyses the audio. Where the words are known, times come from the speech engine.
  { name: 'vox-lips', kind: 'neural', licence: 'Apache-2.0', builtIn: true },
  // Rules map phonemes, or else the audio itself, to mouth shapes.
  { name: 'vox-visemes', kind: 'procedural', licence: 'Apache-2.0', builtIn: true },
  { name: DEFAULT_LIPSYNC_MODEL, kind: 'neural', licence: 'MIT', builtIn: false },
  { name: 'latentsync', kind: 'neural', licence: 'OpenRAIL++-M', builtIn: false },
  { name: 'wav2lip', kind: 'neural', licence: 'research only', builtIn: false },
];

export function findLipsyncModel(name: string): LipsyncModel | undefined {
  return LIPSYNC_MODELS.find((model) => model.name === name);
}
