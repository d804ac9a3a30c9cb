/** The detector returns one probability for each frame of this length. */
export const FRAME_MS = 32;
/** A click is shorter than three of the last four frames; so is no word. */
const BEGINS = { voiced: 3, of: 4 };
/** A frame so far above the threshold is suspected to begin speech. Of noise, few are, and hardly more than begin it. */
const SUSPECTED = 0.2;
const CERTAIN = 0.95;
const RESUMES = { voiced: 2, of: 3 };
/** Soft ends of words score lower than their beginnings. */
const HYSTERESIS = 0.15;
/** A pause begins after so many frames; from then on the speech has to begin again. */
export const PAUSE_FRAMES = 7;

/** Where speech begins and pauses. Frames are counted from the first one. */
export type SpeechGate = {
  /** `suspected`: speech may begin within the next frames. `began`: with speech from `from()` on. `resumed`: after a pause. */
  push(probability: number): 'silence' | 'suspected' | 'began' | 'speech' | 'pause' | 'resumed';
  frames(): number;
  from(): number;
  /** The frame after the last with a voice. */
  voiceEnd(): number;
  reset(): void;
};

export function createSpeechGate(threshold: number): SpeechGate {
  let recent: boolean[] = [];
  let suspectedUntil = 0;
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
        if (probability >= Math.min(CERTAIN, threshold + SUSPECTED)) suspectedUntil = frames + BEGINS.of;
        if (!enough(BEGINS)) return frames < suspectedUntil ? 'suspected' : 'silence';
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
      suspectedUntil = 0;
    },
  };
}
