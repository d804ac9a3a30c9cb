import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { type Check, likely } from './check.ts';
import { Finding } from './finding.tsx';
import { MarkPlayer } from './mark-player.tsx';

/** Whether and where the mark is in the sound. */
export function MarkFinding({ check, file }: { check: Check; file: File | null }) {
  const { provenance: texts } = useTexts();
  const formats = useFormats();
  const { windows, found, share, confidence } = check.watermark;
  const end = windows.at(-1)?.end;
  if (end === undefined)
    return <Finding title={texts.mark} tone="neutral" state={texts.noSound} says={texts.noSoundHint} />;
  const figures = { share: formats.percent(share), confidence: likely(confidence, formats.percent) };
  return (
    <Finding
      title={texts.mark}
      tone={found ? 'good' : 'neutral'}
      state={found ? texts.found : texts.notFound}
      says={fill(found ? texts.foundHint : texts.notFoundHint, figures)}
    >
      <MarkPlayer windows={windows} duration={Math.max(check.duration_seconds ?? 0, end)} file={file} />
      <p className="text-xs text-muted">{texts.windowsHint}</p>
    </Finding>
  );
}
