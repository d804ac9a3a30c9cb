import type { Speaker } from './remote-speaker.ts';

export type SynthesisRequest = {
  /** May contain `[pause:0.8s]`, `[word](/ipa/)` and `[lang:fr]…[/lang]`, or be SSML. */
  text: string;
  /** A preset, or a blend of presets: `af_heart(2)+am_adam(1)`. */
  voiceId: string;
  /** A custom voice; `voiceId` is then only its name. */
  speaker?: Speaker | undefined;
  /** BCP 47. Defaults to the voice's language. `auto` detects it, sentence by sentence. */
  language?: string | undefined;
  /** 0.5 to 2. Defaults to 1. */
  speed?: number | undefined;
  /** Maps words to how they are spoken: in other words, or as `/ipa/`. Entries that this voice cannot speak are refused. */
  pronunciations?: Readonly<Record<string, string>> | undefined;
  /** Pronunciations for all texts of the account. Entries that this voice cannot speak are ignored. */
  dictionary?: Readonly<Record<string, string>> | undefined;
};

/** Without a voice, only voice-independent problems are checked. */
export type CheckRequest = Omit<SynthesisRequest, 'voiceId'> & { voiceId: string | null };
