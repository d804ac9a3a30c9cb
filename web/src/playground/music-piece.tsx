import { Download } from 'lucide-react';
import { useMemo } from 'react';
import type { api } from '../api/clients.ts';
import { audioFrom } from '../audio/base64.ts';
import { useBlobUrl } from '../audio/use-blob-url.ts';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { AudioPlayer } from '../ui/audio-player.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Note } from '../ui/layout.tsx';

type PieceProps = Awaited<ReturnType<typeof api.music.createWithPlan>>;

/** Shows what was made, and how the prompt was read. */
export function MusicPiece({ audio, format, seed, played_bpm, plan, unknown }: PieceProps) {
  const { music: texts, sounds, player } = useTexts();
  const formats = useFormats();
  const blob = useMemo(() => audioFrom(audio, format), [audio, format]);
  const url = useBlobUrl(blob);
  const name = `music.${format === 'midi' ? 'mid' : format}`;
  return (
    <>
      {format === 'midi' ? (
        url && (
          <a href={url} download={name} className={buttonClasses('primary', 'self-start')}>
            <Download aria-hidden className="size-4" />
            {fill(player.downloadNamed, { name })}
          </a>
        )
      ) : (
        <AudioPlayer key={seed} audio={blob} name={name} autoPlay />
      )}
      <Facts
        facts={[
          { name: texts.genre, value: plan.genre },
          { name: texts.key, value: plan.key },
          { name: texts.bpm, value: formats.number(played_bpm) },
          { name: sounds.seed, value: seed },
        ]}
      />
      {unknown.length > 0 && (
        <Note>{fill(texts.unknown, { words: unknown.map((word) => `“${word}”`).join(', ') })}</Note>
      )}
    </>
  );
}
