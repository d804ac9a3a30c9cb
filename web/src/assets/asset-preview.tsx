import type { Asset } from '@vox-humana/client';
import { AudioLines } from 'lucide-react';
import { ownAddress } from '../api/own-address.ts';

/** A still of a picture or video; a sign for a sound. */
export function AssetPreview({ asset }: { asset: Asset }) {
  const box = 'aspect-video w-full rounded-lg bg-sunken object-contain';
  const src = ownAddress(asset.file_url);
  if (asset.kind === 'image') return <img src={src} alt="" loading="lazy" className={box} />;
  if (asset.kind === 'video')
    // The fragment makes browsers show a frame instead of nothing.
    return <video src={`${src}#t=0.1`} muted playsInline preload="metadata" aria-hidden className={box} />;
  return (
    <span className={`${box} flex items-center justify-center text-muted`}>
      <AudioLines aria-hidden className="size-8" />
    </span>
  );
}
