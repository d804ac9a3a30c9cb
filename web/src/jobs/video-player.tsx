import { Download } from 'lucide-react';
import { ownAddress } from '../api/own-address.ts';
import { useBlobUrl } from '../audio/use-blob-url.ts';
import { fill, useTexts } from '../texts/index.tsx';
import { buttonClasses } from '../ui/button.tsx';

type Captions = { language: string; label: string; vtt: Blob };

type VideoPlayerProps = {
  /** Signed addresses. */
  src: string;
  poster: string | null;
  captions: Captions[];
  /** The file is saved under this name: "film.mp4". */
  name: string;
  onTime?(seconds: number): void;
  ref?: React.Ref<HTMLVideoElement>;
};

export function VideoPlayer({ src, poster, captions, name, onTime, ref }: VideoPlayerProps) {
  const { player: texts } = useTexts();
  return (
    <div className="flex flex-col gap-3">
      {/* biome-ignore lint/a11y/useMediaCaption: its tracks are components. */}
      <video
        ref={ref}
        controls
        playsInline
        preload="metadata"
        aria-label={name}
        src={ownAddress(src)}
        poster={poster ? ownAddress(poster) : undefined}
        onTimeUpdate={(event) => onTime?.(event.currentTarget.currentTime)}
        className="max-h-[70dvh] w-full rounded-lg bg-black"
      >
        {captions.map((track, index) => (
          <CaptionTrack key={track.label} {...track} shown={index === 0} />
        ))}
      </video>
      <div className="flex flex-wrap gap-2">
        <a
          href={ownAddress(src)}
          download={name}
          className={buttonClasses('plain')}
          aria-label={fill(texts.downloadNamed, { name })}
        >
          <Download aria-hidden className="size-4" />
          {texts.download}
        </a>
      </div>
    </div>
  );
}

function CaptionTrack({ language, label, vtt, shown }: Captions & { shown: boolean }) {
  const url = useBlobUrl(vtt);
  return url && <track kind="captions" srcLang={language} label={label} src={url} default={shown} />;
}
