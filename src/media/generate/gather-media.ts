import type { Caller } from '../../http/index.ts';
import { fetchMedia, findAsset, type MediaDeps, storeMedia } from '../../library/assets/index.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { discardObjects } from '../../platform/storage/index.ts';
import type { VideoMedia } from '../video/index.ts';
import { FilesTooLarge, InvalidGenerate } from './errors.ts';
import type { Cast, Source } from './sources.ts';

export type GatherDeps = MediaDeps & { outbound: OutboundPolicy };

export type Arrivals = {
  gather(caller: Caller, cast: Cast<Source>, signal: AbortSignal): Promise<Cast<VideoMedia>>;
  /** For a rehearsal: what came is let go. */
  discard(): Promise<void>;
};

/** What is brought in while `use` runs leaves nothing behind when it fails. More than `mostBytes` in all is refused. */
export async function withArrivals<Result>(
  deps: GatherDeps,
  use: (arrivals: Arrivals) => Promise<Result>,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<Result> {
  const arrived: string[] = [];
  let bytes = 0;
  const requireRoom = (): void => {
    if (bytes > mostBytes) throw new FilesTooLarge(mostBytes);
  };
  const discard = async (): Promise<void> => {
    await discardObjects(deps, arrived.splice(0));
  };
  const bring = async (caller: Caller, source: Source, signal: AbortSignal): Promise<VideoMedia> => {
    if ('assetId' in source) return findAsset(deps.db, caller.accountId, source.assetId);
    const store = async (path: string): Promise<VideoMedia> => {
      const stored = await storeMedia(deps, caller, path, signal);
      arrived.push(stored.object_key);
      bytes += stored.bytes;
      requireRoom();
      return stored;
    };
    requireRoom();
    if ('path' in source) return store(source.path);
    return fetchMedia(deps.outbound, caller, source.url, signal, store);
  };
  const gather: Arrivals['gather'] = async (caller, { picture, sound }, signal) => ({
    picture: picture && held(picture, await bring(caller, picture, signal)),
    sound: sound && held(sound, await bring(caller, sound, signal)),
  });
  try {
    return await use({ gather, discard });
  } catch (error) {
    await discard();
    throw error;
  }
}

/** A film may be sent for its sound; otherwise a file is what it is said to be. */
function held({ name, type }: Source, media: VideoMedia): VideoMedia {
  const fits = media.kind === type || (type === 'audio' && media.has_audio);
  if (!fits) throw new InvalidGenerate(`${name} is sent as ${type}, but the file is ${media.kind}.`);
  return media;
}
