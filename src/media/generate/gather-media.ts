import type { Caller } from '../../http/index.ts';
import {
  fetchMedia,
  findAsset,
  type MediaDeps as StoreDeps,
  storeMedia,
} from '../../library/assets/index.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { discardObjects } from '../../platform/storage/index.ts';
import type { VideoMedia } from '../video/index.ts';
import { FilesTooLarge, InvalidGenerate } from './errors.ts';
import type { MediaPair, Source } from './sources.ts';

export type MediaDeps = StoreDeps & { mediaOutbound: OutboundPolicy };

export type MediaGatherer = {
  gather(caller: Caller, pair: MediaPair<Source>, signal: AbortSignal): Promise<MediaPair<VideoMedia>>;
  /** Removes the stored media, which a dry run does not need. */
  discard(): Promise<void>;
};

/** Media stored while `use` runs is removed when it fails. More than `mostBytes` in all is refused. */
export async function withMedia<Result>(
  deps: MediaDeps,
  use: (gatherer: MediaGatherer) => Promise<Result>,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<Result> {
  const stored: string[] = [];
  let bytes = 0;
  const requireRoom = (): void => {
    if (bytes > mostBytes) throw new FilesTooLarge(mostBytes);
  };
  const discard = async (): Promise<void> => {
    await discardObjects(deps, stored.splice(0));
  };
  const bring = async (caller: Caller, source: Source, signal: AbortSignal): Promise<VideoMedia> => {
    if ('assetId' in source) return findAsset(deps.db, caller.accountId, source.assetId);
    const store = async (path: string): Promise<VideoMedia> => {
      const media = await storeMedia(deps, caller, path, signal);
      stored.push(media.object_key);
      bytes += media.bytes;
      requireRoom();
      return media;
    };
    requireRoom();
    if ('path' in source) return store(source.path);
    return fetchMedia(deps.mediaOutbound, caller, source.url, signal, store);
  };
  const gather: MediaGatherer['gather'] = async (caller, { picture, sound }, signal) => {
    // An asset of another account is refused before anything is fetched.
    for (const source of [picture, sound])
      if (source && 'assetId' in source) await findAsset(deps.db, caller.accountId, source.assetId);
    return {
      picture: picture && checkKind(picture, await bring(caller, picture, signal)),
      sound: sound && checkKind(sound, await bring(caller, sound, signal)),
    };
  };
  try {
    return await use({ gather, discard });
  } catch (error) {
    await discard();
    throw error;
  }
}

/** A video may be sent for its sound; otherwise a file must be what it is sent as. */
function checkKind({ name, type }: Source, media: VideoMedia): VideoMedia {
  const fits = media.kind === type || (type === 'audio' && media.has_audio);
  if (!fits) throw new InvalidGenerate(`${name} was sent as ${type}, but its content is ${media.kind}.`);
  return media;
}
