import type { SyncMode } from '../types.ts';

/** Maps each frame of the video to the picture of the clip that it shows. */
export type SyncMap = {
  frames: number;
  sourceAt(frame: number): number;
};

/** The most pictures of the clip that a mode can show for a sound of `sound` frames. */
export function neededFrames(mode: SyncMode, sound: number): number {
  return mode === 'silence' || mode === 'remap' ? Number.POSITIVE_INFINITY : sound;
}

export function syncMap(mode: SyncMode, clip: number, sound: number): SyncMap {
  switch (mode) {
    case 'cut_off':
      return { frames: Math.min(clip, sound), sourceAt: (frame) => frame };
    case 'loop':
      return { frames: sound, sourceAt: (frame) => frame % clip };
    case 'bounce':
      return { frames: sound, sourceAt: (frame) => backAndForth(frame, clip) };
    case 'silence':
      return { frames: Math.max(clip, sound), sourceAt: (frame) => Math.min(frame, clip - 1) };
    case 'remap':
      return { frames: sound, sourceAt: (frame) => stretched(frame, clip, sound) };
  }
}

/** The first and the last picture are shown once at each turn, not twice. */
function backAndForth(frame: number, clip: number): number {
  if (clip === 1) return 0;
  const place = frame % (2 * (clip - 1));
  return place < clip ? place : 2 * (clip - 1) - place;
}

/** Maps the first picture to the first frame and the last picture to the last frame. */
function stretched(frame: number, clip: number, sound: number): number {
  return sound === 1 ? 0 : Math.round((frame * (clip - 1)) / (sound - 1));
}
