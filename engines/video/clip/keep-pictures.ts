import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { FileRefused } from '../../ffmpeg/index.ts';
import { frameBytes } from '../shared-memory.ts';
import type { Size } from '../source/fit-picture.ts';
import type { Player } from './play-forward.ts';

/** The pictures of a clip on disk, as they were decoded, so that it is decoded only once. */
export type KeptPictures = {
  /** Adds the next picture. `bytes` may be reused when it resolves. */
  add(bytes: Uint8Array): Promise<void>;
  /** Null if there was not enough space for all of them. */
  player(): Player | null;
  close(): Promise<void>;
};

/** A minute at 720p and 25 frames per second. A longer clip is decoded again. */
const MOST_BYTES = 2 * 1024 ** 3;
/** Share of the space free at the start that stays free, whoever else writes meanwhile. */
const LEAST_LEFT = 0.75;

export async function keepPictures(
  folder: string,
  size: Size,
  mostBytes = MOST_BYTES,
): Promise<KeptPictures> {
  const least = LEAST_LEFT * (await freeBytes(folder));
  const each = frameBytes(size);
  const path = join(folder, 'pictures.yuv');
  const file = await open(path, 'w+');
  // The name is removed at once, so that the space is freed when the file is closed or this process ends.
  await rm(path);
  let pictures = 0;
  let isWhole = true;
  const giveUp = async (): Promise<void> => {
    isWhole = false;
    await file.close();
  };
  return {
    async add(bytes) {
      if (!isWhole) return;
      const at = each * pictures;
      const hasRoom = at + each <= mostBytes && (await freeBytes(folder)) - each >= least;
      if (hasRoom && (await hasWritten(file.write(bytes, 0, each, at), each))) pictures += 1;
      else await giveUp();
    },
    player: () => (isWhole ? playerOf(file, each) : null),
    close: () => file.close(),
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** False on a full disk: the pictures are then decoded again, and the encoder reports it if even the video does not fit. */
async function hasWritten(writing: Promise<{ bytesWritten: number }>, bytes: number): Promise<boolean> {
  try {
    return (await writing).bytesWritten === bytes;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') return false;
    throw error;
  }
}

function playerOf(file: Awaited<ReturnType<typeof open>>, each: number): Player {
  return {
    async show(picture, into) {
      const { bytesRead } = await file.read(into, 0, each, each * picture);
      if (bytesRead !== each) throw new FileRefused('unreadable_video', `picture ${picture} does not exist`);
    },
    close: async () => undefined,
  };
}
