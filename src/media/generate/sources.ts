import { isPrefixedId } from '../../platform/ids.ts';
import { DEFAULT_AVATAR } from '../video/index.ts';
import { InvalidGenerate } from './errors.ts';
import type { GenerateRequest, InputItem, MEDIA_TYPES } from './schemas.ts';

/** A file that the request names; nothing was looked up yet. `name` is what the request calls it. */
export type Source = { name: string; type: (typeof MEDIA_TYPES)[number] } & (
  | { assetId: string }
  | { url: string }
  | { path: string }
);

/**
 * Holds the files that show the speaker and that are heard. Either may come as something else, such as an avatar or
 * a text.
 */
export type MediaPair<File> = { picture?: File | undefined; sound?: File | undefined };

export function sourcesOf(items: readonly InputItem[] = []): Source[] {
  return items.map(({ type, url, id, asset_id }, index) => {
    const name = `input[${index}]`;
    const given = [url, id, asset_id].filter((one) => one !== undefined);
    const [only] = given;
    if (only === undefined || given.length > 1)
      throw new InvalidGenerate(`${name} needs either url or an asset id.`, `body.input.${index}`);
    return url === undefined ? { name, type, assetId: only } : sourceAt(name, type, url);
  });
}

export function sourceAt(name: string, type: Source['type'], url: string): Source {
  return isPrefixedId('asset', url) ? { name, type, assetId: url } : { name, type, url };
}

/** Refuses what does not add up to a video, before a file is touched. */
export function pairSources(
  { text = '', avatar_id: avatarId }: Pick<GenerateRequest, 'text' | 'avatar_id'>,
  sources: readonly Source[],
): MediaPair<Source> {
  const hasText = text.trim() !== '';
  const [sound, ...moreSounds] = sources.filter(({ type }) => type === 'audio');
  const [picture, ...morePictures] = sources.filter(({ type }) => type !== 'audio');
  if (moreSounds.length > 0) throw new InvalidGenerate('Send only one audio file.');
  if (morePictures.length > 0) throw new InvalidGenerate('Send only one video or image.');
  if (sound && hasText) throw new InvalidGenerate('Send text or audio, not both.');
  if (picture && !sound && !hasText)
    throw new InvalidGenerate('A video or image needs an audio file, an audio_url or text.');
  if (sound && !picture && avatarId === undefined)
    throw new InvalidGenerate('Audio needs a video file, a video_url, an image or an avatar_id.');
  if (picture && avatarId !== undefined && avatarId !== DEFAULT_AVATAR)
    throw new InvalidGenerate('Send avatar_id or a video or image, not both.');
  return { picture, sound };
}
