import { useMutation, useQuery } from '@tanstack/react-query';
import type { Generation } from '@vox-humana/client';
import { Captions, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { account, api } from '../api/clients.ts';
import { queryClient } from '../api/query-client.ts';
import { ProvenanceLink } from '../provenance/provenance-link.tsx';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { AudioPlayer } from '../ui/audio-player.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Badge, Card } from '../ui/layout.tsx';
import { saveBlob } from '../ui/save-blob.ts';
import { useNotify } from '../ui/toasts.tsx';

/** One thing that was made: its text, and its audio when it is asked for. */
export function GenerationEntry({ generation }: { generation: Generation }) {
  const { history: texts } = useTexts();
  const formats = useFormats();
  const [opened, setOpened] = useState(false);
  const { id, kind, text_excerpt, voice_id, created_at, duration_seconds, credits, audio_url } = generation;
  const kinds: Record<string, string> = texts.kinds;
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
          <Badge>{kinds[kind] ?? kind}</Badge>
          {voice_id && <span>{voice_id}</span>}
          <span>{formats.clock(duration_seconds)}</span>
          <span>{fill(texts.credits, { credits: formats.number(credits) })}</span>
          <time dateTime={created_at}>{formats.time(created_at)}</time>
        </div>
        <p dir="auto" className="text-sm break-words">
          {text_excerpt}
        </p>
        {opened && <GenerationAudio generation={generation} />}
        <div className="flex flex-wrap items-center gap-2">
          {!opened && audio_url && (
            <Button icon={<Play aria-hidden className="size-4" />} onClick={() => setOpened(true)}>
              {texts.listen}
            </Button>
          )}
          {!audio_url && <span className="text-xs text-muted">{texts.audioGone}</span>}
          {kind.startsWith('tts') && <CaptionButtons historyId={id} />}
          <ProvenanceLink id={id} />
          <DeleteGeneration id={id} />
        </div>
      </div>
    </Card>
  );
}

function GenerationAudio({ generation: { id, format } }: { generation: Generation }) {
  const { common } = useTexts();
  const { data: audio, error } = useQuery({
    queryKey: ['history-audio', id],
    queryFn: async () => (await api.generations.history.audio(id)).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (audio) return <AudioPlayer audio={audio} name={`${id}.${format}`} autoPlay />;
  return error ? <ErrorNote error={error} /> : <p role="status">{common.loading}</p>;
}

function CaptionButtons({ historyId }: { historyId: string }) {
  const { history: texts } = useTexts();
  const notify = useNotify();
  const save = useMutation({
    mutationFn: async (format: 'srt' | 'vtt') => {
      const path = { history_id: historyId };
      const captions = await api.request(`GET /api/v1/tts/{history_id}.${format}`, { path });
      saveBlob(await captions.blob(), `${historyId}.${format}`);
    },
    onError: notify.failed,
  });
  return (['srt', 'vtt'] as const).map((format) => (
    <Button
      key={format}
      look="quiet"
      icon={<Captions aria-hidden className="size-4" />}
      aria-label={fill(texts.captions, { format: format.toUpperCase() })}
      onClick={() => save.mutate(format)}
    >
      {format.toUpperCase()}
    </Button>
  ));
}

function DeleteGeneration({ id }: { id: string }) {
  const { history: texts, common } = useTexts();
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => account.generations.history.delete(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['history'] }),
    onError: notify.failed,
  });
  return (
    <>
      <IconButton
        label={common.delete}
        className="ms-auto"
        disabled={remove.isPending}
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden />
      </IconButton>
      <ConfirmDialog
        title={texts.deleteTitle}
        description={texts.deleteHint}
        action={common.delete}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}
