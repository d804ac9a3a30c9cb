/** In ms; the detector gives one probability for each. */
export const FRAME_MS = 32;
/** A click is shorter than three of the last four frames; so is no word. */
const BEGINS = { voiced: 3, of: 4 };
const RESUMES = { voiced: 2, of: 3 };
/** Soft ends of words score lower than their beginnings. */
const HYSTERESIS = 0.15;
/** From here on the speech has to begin again. */
export const PAUSE_FRAMES = 7;

/** Where speech begins and pauses. Frames are counted from the first one. */
export type SpeechGate = {
  /** `began`: with speech from `from()` on. `resumed`: after a pause. */
  push(probability: number): 'silence' | 'began' | 'speech' | 'pause' | 'resumed';
  frames(): number;
  from(): number;
  /** The frame after the last with a voice. */
  voiceEnd(): number;
  reset(): void;
};

export function createSpeechGate(threshold: number): SpeechGate {
  let recent: boolean[] = [];
  let frames = 0;
  let from: number | null = null;
  let voiceEnd = 0;

  const enough = ({ voiced, of }: { voiced: number; of: number }): boolean =>
    recent.slice(-of).filter(Boolean).length >= voiced;

  return {
    push(probability) {
      frames += 1;
      recent = [...recent.slice(1 - BEGINS.of), probability >= threshold];
      if (from === null) {
        if (!enough(BEGINS)) return 'silence';
        from = frames - recent.length + recent.indexOf(true);
        voiceEnd = frames;
        return 'began';
      }
      if (frames - voiceEnd <= PAUSE_FRAMES) {
        if (probability >= threshold - HYSTERESIS) voiceEnd = frames;
        return voiceEnd === frames ? 'speech' : 'pause';
      }
      if (!enough(RESUMES)) return 'pause';
      voiceEnd = frames;
      return 'resumed';
    },
    frames: () => frames,
    from: () => from ?? frames,
    voiceEnd: () => voiceEnd,
    reset() {
      from = null;
      recent = [];
    },
  };
}
