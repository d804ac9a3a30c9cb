import { type ClipScene, paintClip } from '../clip/paint-clip.ts';
import { type PortraitScene, paintPortrait } from '../portrait/paint-portrait.ts';
import { type PresenterScene, paintPresenter } from '../presenter/paint-presenter.ts';

/** All that a film's frames are painted from: plain data, which a thread can be given. */
export type Scene = PresenterScene | PortraitScene | ClipScene;

/** Fills an I420 frame with the picture of that number. The same number gives the same picture, in any order. */
export type PaintFrame = (frame: Uint8Array, index: number) => void;

export function paintScene(scene: Scene): PaintFrame {
  switch (scene.kind) {
    case 'presenter':
      return paintPresenter(scene);
    case 'portrait':
      return paintPortrait(scene);
    case 'clip':
      return paintClip(scene);
  }
}
