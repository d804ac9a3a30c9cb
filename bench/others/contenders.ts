/** What speaks: other programs with the same model where they have it, and the synthesizers of Debian. */
export type Spoken = {
  samples: Float32Array;
  sampleRate: number;
  /** From the request to the first sound that somebody could hear. */
  firstSeconds: number;
  tookSeconds: number;
};

export type Contender = { speak(text: string): Promise<Spoken> };

/** Each runs in a process of its own, so that its time and its memory are known. */
export const IN_A_PROCESS = ['kokoro-js', 'sherpa-onnx', 'espeak-ng', 'flite'] as const;
export type Name = (typeof IN_A_PROCESS)[number];

export const ABOUT: Record<Name, string> = {
  'kokoro-js': 'kokoro-js, Kokoro in 32 bits',
  'sherpa-onnx': 'sherpa-onnx, Kokoro in 32 bits',
  'espeak-ng': 'espeak-ng, no network',
  flite: 'flite, no network',
};

/** How a program is asked that reads one file and writes another. */
export const COMMANDS = {
  'espeak-ng': (text: string, sound: string) => ['-v', 'en-us', '-f', text, '-w', sound],
  flite: (text: string, sound: string) => ['-voice', 'slt', '-f', text, '-o', sound],
} as const;
