import { type Presenter, SYNC_MODES, type SyncMode } from '../../../engines/video/index.ts';
import { findAsset, type StoredMedia } from '../../library/assets/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { isPrefixedId } from '../../platform/ids.ts';
import type { JobInput } from '../../work/jobs/index.ts';
import { AvatarNotFound, BackgroundNotFound } from './errors.ts';
import { INPUTS, type VideoRequest } from './video-request.ts';

export const DEFAULT_AVATAR = 'default';

type Deps = { db: Db; presenters: readonly Presenter[] };
type Picture = VideoRequest['picture'];
type Background = Extract<Picture, { kind: 'presenter' }>['background'];

/** An asset, or a file that came with the request. */
export type VideoMedia = StoredMedia & { id?: string | undefined };

/** Tells which of several faces speaks, and how a clip is fitted to its sound. */
type FaceSpec = { face?: number | undefined; syncMode?: SyncMode | undefined };

/** Presets are stills; an asset may be an image or a clip. */
export function mayBeClip(avatarId: string): boolean {
  return isPrefixedId('asset', avatarId);
}

/** `faceHash` is the hash of an uploaded picture or clip. */
export type Avatar = { picture: Picture; inputs: JobInput[]; faceHash: string | null };

/** A preset, or the caller's own image or clip. */
export async function findAvatar(
  deps: Deps,
  accountId: string,
  spec: FaceSpec & { avatarId: string; background?: string | undefined },
): Promise<Avatar> {
  if (mayBeClip(spec.avatarId)) return ownAvatar(deps, accountId, spec);
  const presenter =
    spec.avatarId === DEFAULT_AVATAR
      ? deps.presenters[0]
      : deps.presenters.find(({ id }) => id === spec.avatarId);
  if (!presenter) throw new AvatarNotFound();
  const { background, inputs } = await findBackground(deps, accountId, spec.background);
  return { picture: { kind: 'presenter', presenter_id: presenter.id, background }, inputs, faceHash: null };
}

async function ownAvatar(
  { db }: Deps,
  accountId: string,
  { avatarId, face, syncMode }: Parameters<typeof findAvatar>[2],
): Promise<Avatar> {
  const asset = await findAsset(db, accountId, avatarId);
  if (asset.kind === 'audio') throw new AvatarNotFound();
  return avatarFrom(asset, { face, syncMode });
}

/** Makes an avatar from an asset, or from an image or clip that came with the request. */
export function avatarFrom(media: VideoMedia, { face, syncMode }: FaceSpec): Avatar {
  const input = INPUTS.picture;
  const inputs = [inputFrom(input, media)];
  const wanted = face === undefined ? {} : { face };
  const faceHash = media.sha256;
  if (media.kind === 'image') return { picture: { kind: 'image', input, ...wanted }, inputs, faceHash };
  const clip = { sync_mode: syncMode ?? SYNC_MODES[0], clip_seconds: media.duration_seconds ?? 0 };
  return { picture: { kind: 'video', input, ...clip, ...wanted }, inputs, faceHash };
}

const SCENES = ['studio', 'office'] as const;

async function findBackground(
  { db }: Deps,
  accountId: string,
  wanted = 'studio',
): Promise<{ background: Background; inputs: JobInput[] }> {
  const scene = SCENES.find((name) => name === wanted);
  if (scene) return { background: { kind: 'scene', scene }, inputs: [] };
  if (/^#[0-9a-f]{6}$/i.test(wanted))
    return { background: { kind: 'colour', colour: wanted.toLowerCase() }, inputs: [] };
  const asset = isPrefixedId('asset', wanted) ? await findAsset(db, accountId, wanted) : undefined;
  if (asset?.kind !== 'image') throw new BackgroundNotFound();
  const input = INPUTS.background;
  return { background: { kind: 'image', input }, inputs: [inputFrom(input, asset)] };
}

export function inputFrom(name: string, media: VideoMedia): JobInput {
  return { name, objectKey: media.object_key, contentType: media.content_type, assetId: media.id };
}
