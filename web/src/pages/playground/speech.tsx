import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { api } from '../../api/clients.ts';
import { refreshUser } from '../../api/session.ts';
import { Playground } from '../../playground/playground.tsx';
import {
  isSpeakable,
  type SpeechDraft,
  SpeechFields,
  speechRequestOf,
} from '../../playground/speech-fields.tsx';
import { SpokenText } from '../../playground/spoken-text.tsx';
import { usePrice } from '../../playground/use-price.ts';
import { useTexts } from '../../texts/index.tsx';
import { AudioPlayer } from '../../ui/audio-player.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { EmptyState } from '../../ui/layout.tsx';
import { useDraft } from '../../ui/use-draft.ts';

const FORMATS = ['wav', 'mp3', 'opus', 'flac'] as const;
type Format = (typeof FORMATS)[number];

type Draft = SpeechDraft & { format: Format };

export default function SpeechPage() {
  const { speech: texts } = useTexts();
  const [draft, change] = useDraft<Draft>('vox.draft.speech', {
    text: texts.example,
    voiceId: 'af_heart',
    speed: 1,
    format: 'wav',
    pronunciations: [],
  });
  const request = requestOf(draft);
  const ready = isSpeakable(draft);
  const { price } = usePrice(ready ? { kind: 'tts', text: draft.text, voice_id: draft.voiceId } : null);
  const abort = useRef<AbortController | null>(null);
  const speak = useMutation({
    mutationFn: async () => {
      abort.current = new AbortController();
      const answer = await api.speech.withTimestamps(request, { signal: abort.current.signal });
      return { ...answer, text: request.text };
    },
    onSettled: refreshUser,
  });

  return (
    <Playground
      title={texts.title}
      lead={texts.lead}
      price={price}
      error={wasStopped(abort.current) ? null : speak.error}
      busy={speak.isPending}
      ready={ready}
      done={speak.isSuccess}
      onRun={() => speak.mutate()}
      onStop={() => abort.current?.abort()}
      request={{ operation: 'POST /api/v1/tts', json: request, output: `speech.${draft.format}` }}
      form={
        <SpeechFields draft={draft} change={change}>
          <SelectField
            label={texts.format}
            value={draft.format}
            onChange={(event) => change({ format: event.target.value as Format })}
            options={FORMATS.map((format) => ({ value: format, label: format.toUpperCase() }))}
          />
        </SpeechFields>
      }
      result={speak.data ? <Spoken {...speak.data} /> : <EmptyState title={texts.empty} />}
    />
  );
}

function requestOf(draft: Draft) {
  return { ...speechRequestOf(draft), ...(draft.format === 'wav' ? {} : { format: draft.format }) };
}

function wasStopped(controller: AbortController | null): boolean {
  return controller?.signal.aborted ?? false;
}

type SpokenProps = Awaited<ReturnType<typeof api.speech.withTimestamps>> & { text: string };

/** The audio, and its words, which light up as they are said. */
function Spoken({ audio, format, words, text }: SpokenProps) {
  const [seconds, setSeconds] = useState(-1);
  const blob = useMemo(
    () => new Blob([Uint8Array.from(atob(audio), (byte) => byte.charCodeAt(0))], { type: `audio/${format}` }),
    [audio, format],
  );
  return (
    <>
      <AudioPlayer
        key={audio.length + audio.slice(-40)}
        audio={blob}
        name={`speech.${format}`}
        autoPlay
        onTime={setSeconds}
      />
      <SpokenText text={text} words={words} seconds={seconds} />
    </>
  );
}
