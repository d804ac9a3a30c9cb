import { type ClipScene, paintClip } from './clip/paint-clip.ts';
import { type PortraitScene, paintPortrait } from './portrait/paint-portrait.ts';
import { type PresenterScene, paintPresenter } from './presenter/paint-presenter.ts';
import type { PaintFrame } from './source/frame.ts';

/** Everything that frames are painted from: plain data that can be sent to a thread. */
export type Scene = PresenterScene | PortraitScene | ClipScene;

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
