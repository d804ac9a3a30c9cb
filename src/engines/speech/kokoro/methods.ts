export type SpeakPayload = {
  ids: number[];
  /** 256 numbers: timbre, then prosody. Blends and clones are only other numbers. */
  style: Float32Array;
  speed: number;
};

export type KokoroMethods = { speak(payload: SpeakPayload): { samples: Float32Array } };
