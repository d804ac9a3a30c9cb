import type { MouthTrack } from '../../lipsync/index.ts';
import type { PaintFrame } from '../painting/scene.ts';
import { emptyFrame, frameOf } from '../source/frame.ts';
import type { SyncMode } from '../types.ts';
import { speakInClip } from './speak-in-clip.ts';
import type { Survey } from './survey-clip.ts';
import { syncMap } from './sync-map.ts';

export type ClipScene = {
  kind: 'clip';
  size: { width: number; height: number };
  survey: Survey;
  syncMode: SyncMode;
  track: MouthTrack;
  /** That the sound lasts. */
  soundFrames: number;
  fps: number;
};

/** A frame comes with the picture of the clip in it; its mouth is what is painted. */
export function paintClip({ size, survey, syncMode, track, soundFrames, fps }: ClipScene): PaintFrame {
  const { width, height } = size;
  const map = syncMap(syncMode, survey.pictures, soundFrames);
  const speak = speakInClip(survey, track);
  const source = emptyFrame(size);
  return (frame, index) => {
    source.bytes.set(frame);
    const shown = { source, picture: map.sourceAt(index) };
    speak(shown, frameOf(width, height, frame), (index + 0.5) / fps);
  };
}
