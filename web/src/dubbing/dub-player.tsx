import { useMutation, useQuery } from '@tanstack/react-query';
import type { Dub } from '@vox-humana/client';
import { Captions } from 'lucide-react';
import { api } from '../api/clients.ts';
import { VideoPlayer } from '../jobs/video-player.tsx';
import { fill, useTexts } from '../texts/index.tsx';
import { AudioPlayer } from '../ui/audio-player.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { saveBlob } from '../ui/save-blob.ts';
import { useNotify } from '../ui/toasts.tsx';
import { useLanguageName } from '../voices/voice-picker.tsx';

type Side = 'target' | 'source';
type DubPlayerProps = { dub: Dub; onTime(seconds: number): void; ref: React.Ref<HTMLVideoElement> };

/** The last render, with captions in both languages. */
export function DubPlayer({ dub, onTime, ref }: DubPlayerProps) {
  const languageName = useLanguageName();
  const sides: Side[] = dub.lines.some(({ source }) => source) ? ['target', 'source'] : ['target'];
  const { data: captions = [], error } = useQuery({
    queryKey: ['dub-captions', dub.id, dub.job.job_id],
    queryFn: () =>
      Promise.all(
        sides.map(async (side) => {
          const language = languageOf(dub, side);
          const media = await api.request('GET /api/v1/dub/{id}/captions.vtt', captionsOf(dub, side));
          return { language, label: languageName(language), vtt: await media.blob() };
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!dub.output_url) return null;
  return (
    <div className="flex flex-col gap-3">
      {dub.film.has_video ? (
        <VideoPlayer
          ref={ref}
          src={dub.output_url}
          poster={dub.thumbnail_url}
          captions={captions}
          name={`${dub.id}.mp4`}
          onTime={onTime}
        />
      ) : (
        <DubAudio dub={dub} onTime={onTime} />
      )}
      <div className="flex flex-wrap gap-2">
        {sides.map((side) => (
          <CaptionsButton key={side} dub={dub} side={side} />
        ))}
      </div>
      <ErrorNote error={error} />
    </div>
  );
}

function DubAudio({ dub, onTime }: { dub: Dub; onTime(seconds: number): void }) {
  const { data: audio, error } = useQuery({
    queryKey: ['dub-output', dub.id, dub.job.job_id],
    queryFn: async () => (await api.dubs.output(dub.id)).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!audio) return <ErrorNote error={error} />;
  return <AudioPlayer audio={audio} name={dub.film.filename} onTime={onTime} />;
}

function CaptionsButton({ dub, side }: { dub: Dub; side: Side }) {
  const { dubbing: texts } = useTexts();
  const notify = useNotify();
  const languageName = useLanguageName();
  const language = languageOf(dub, side);
  const save = useMutation({
    mutationFn: async () => {
      const media = await api.request('GET /api/v1/dub/{id}/captions.srt', captionsOf(dub, side));
      saveBlob(await media.blob(), `${dub.id}.${language}.srt`);
    },
    onError: notify.failed,
  });
  return (
    <Button
      look="quiet"
      icon={<Captions aria-hidden className="size-4" />}
      busy={save.isPending}
      onClick={() => save.mutate()}
    >
      {fill(texts.captions, { language: languageName(language) })}
    </Button>
  );
}

function captionsOf({ id }: Dub, language: Side) {
  return { path: { id }, query: { language } };
}

/** "und" is the code for a language that is not known. */
function languageOf({ target_language, source_language }: Dub, side: Side): string {
  return side === 'target' ? target_language : (source_language ?? 'und');
}
