import type { FfmpegTools } from '../../ffmpeg/index.ts';
import type { FaceNetworks } from '../face/load-face-networks.ts';
import type { Frame } from '../source/frame.ts';
import { readImage } from '../source/read-image.ts';
import type { Picture } from '../types.ts';
import { findPortrait, type Portrait } from './find-portrait.ts';

type Still = { still: Frame; portrait: Portrait };

type Wanted = { picture: Extract<Picture, { kind: 'image' }>; height: number; signal: AbortSignal };

/** Reads a still and finds its face: ahead of the film that is about to be rendered, or for it. */
export type StillAhead = {
  prepare(wanted: Wanted): Promise<Still>;
  /** Takes what was prepared. Another file may have its name later. */
  take(wanted: Wanted): Promise<Still>;
};

export function createStillAhead(tools: FfmpegTools, loadFaces: () => Promise<FaceNetworks>): StillAhead {
  let ahead: { name: string; found: Promise<Still> } | null = null;
  const nameOf = ({ picture, height }: Wanted): string => JSON.stringify([picture, height]);
  const find = async ({ picture, height, signal }: Wanted): Promise<Still> => {
    const [faces, still] = await Promise.all([
      loadFaces(),
      readImage(tools, picture.path, { height, signal }),
    ]);
    return { still, portrait: await findPortrait(faces, still, picture.face) };
  };
  return {
    prepare(wanted) {
      const found = find(wanted);
      ahead = { name: nameOf(wanted), found };
      return found;
    },
    take(wanted) {
      const known = ahead?.name === nameOf(wanted) ? ahead.found : find(wanted);
      ahead = null;
      return known;
    },
  };
}
