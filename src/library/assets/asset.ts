import type { MediaKind } from '../../../engines/ffmpeg/index.ts';
import { isPrefixedId, prefixedId } from '../../platform/ids.ts';

export const KINDS = ['video', 'audio', 'image'] as const satisfies readonly MediaKind[];

/** Properties of a stored file. */
export type FileFacts = {
  sha256: string;
  bytes: number;
  kind: MediaKind;
  content_type: string;
  extension: string;
  duration_seconds: number | null;
  width: number | null;
  height: number | null;
  has_audio: boolean;
};

export type StoredMedia = FileFacts & { object_key: string };
export type AssetRow = StoredMedia & { id: string; name: string; created_at: Date };

export function newAssetId(now: Date): string {
  return prefixedId('asset', now.getTime());
}

export function isAssetId(text: string): boolean {
  return isPrefixedId('asset', text);
}
