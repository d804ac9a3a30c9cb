import { curvesOf, type MouthTrack, performanceOf, stillFace, VISEMES } from '../../lipsync/index.ts';
import type { PaintFrame } from '../painting/scene.ts';
import { createCompositor } from './compositor.ts';
import type { Stage } from './set-stage.ts';
import type { Backdrop } from './stand-before.ts';

export type PresenterScene = { kind: 'presenter'; stage: Stage; backdrop: Backdrop; track: MouthTrack };

export const FPS = 25;

export function paintPresenter({ stage, backdrop, track }: PresenterScene): PaintFrame {
  const compositor = createCompositor(stage, backdrop);
  const speak = mouthOf(stage.mouth.poses, track);
  const [performance, moment] = [performanceOf(track), stillFace()];
  return (frame, index) => {
    // A frame stands for the time that it is shown, so it shows the middle of it.
    const seconds = (index + 0.5) / FPS;
    compositor.draw(frame, speak(seconds), performance.momentAt(seconds, moment));
  };
}

/** Weights in the order of the presenter's poses. */
function mouthOf(poses: readonly string[], track: MouthTrack): (seconds: number) => Float32Array {
  const curves = curvesOf(track);
  const places = VISEMES.map((viseme) => poses.indexOf(viseme));
  const visemes = new Float32Array(VISEMES.length);
  const weights = new Float32Array(poses.length);
  return (seconds) => {
    curves.poseAt(seconds, visemes);
    for (const [viseme, place] of places.entries()) weights[place] = visemes[viseme] ?? 0;
    return weights;
  };
}
