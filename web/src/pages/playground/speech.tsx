import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { api } from '../../api/clients.ts';
import { refreshUser } from '../../api/session.ts';
import { Playground } from '../../playground/playground.tsx';
import {
  type PronunciationList,
  Pronunciations,
  pronunciationsOf,
} from '../../playground/pronunciations.tsx';
import { SpokenText } from '../../playground/spoken-text.tsx';
import { usePrice } from '../../playground/use-price.ts';
import { fill, useTexts } from '../../texts/index.tsx';
import { AudioPlayer } from '../../ui/audio-player.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, SliderField, TextArea } from '../../ui/fields.tsx';
import { EmptyState } from '../../ui/layout.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { VoicePicker } from '../../voices/voice-picker.tsx';

const FORMATS = ['wav', 'mp3', 'opus', 'flac'] as const;
type Format = (typeof FORMATS)[number];
const MAX_CHARACTERS = 5_000;

type Draft = {
  text: string;
  voiceId: string;
  speed: number;
  format: Format;
  pronunciations: PronunciationList;
};

export default function SpeechPage() {
  const { speech: texts } = useTexts();
  const [draft, change] = useDraft<Draft>('vox.draft.speech', {
    text: texts.example,
    voiceId: 'af_heart',
    speed: 1,
    format: 'wav',
    pronunciations: [],
  });
  const area = useRef<HTMLTextAreaElement>(null);
  const request = requestOf(draft);
  const characters = [...draft.text.normalize('NFC')].length;
  const ready = characters > 0 && characters <= MAX_CHARACTERS;
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
  const insertPause = () => {
    const at = area.current?.selectionStart ?? draft.text.length;
    change({ text: `${draft.text.slice(0, at)} [pause:0.8s] ${draft.text.slice(at)}` });
  };

  return (
    <Playground
      title={texts.title}
      lead={texts.lead}
      price={price}
      error={wasStopped(abort.current) ? null : speak.error}
      busy={speak.isPending}
      ready={ready}
      onRun={() => speak.mutate()}
      onStop={() => abort.current?.abort()}
      request={{ operation: 'POST /api/v1/tts', json: request, output: `speech.${draft.format}` }}
      form={
        <>
          <TextArea
            ref={area}
            label={texts.text}
            rows={7}
            required
            value={draft.text}
            onChange={(event) => change({ text: event.target.value })}
            hint={fill(texts.count, { count: characters, max: MAX_CHARACTERS })}
            error={
              characters > MAX_CHARACTERS
                ? fill(texts.tooLong, { over: characters - MAX_CHARACTERS })
                : undefined
            }
          />
          <div>
            <Button onClick={insertPause}>{texts.insertPause}</Button>
          </div>
          <VoicePicker value={draft.voiceId} onChange={(voiceId) => change({ voiceId })} />
          <SliderField
            label={texts.speed}
            value={draft.speed}
            onChange={(speed) => change({ speed })}
            min={0.5}
            max={2}
            step={0.05}
            shown={`${draft.speed.toFixed(2)} ×`}
          />
          <SelectField
            label={texts.format}
            value={draft.format}
            onChange={(event) => change({ format: event.target.value as Format })}
            options={FORMATS.map((format) => ({ value: format, label: format.toUpperCase() }))}
          />
          <Pronunciations
            value={draft.pronunciations}
            onChange={(pronunciations) => change({ pronunciations })}
          />
        </>
      }
      result={speak.data ? <Spoken {...speak.data} /> : <EmptyState title={texts.empty} />}
    />
  );
}

function requestOf({ text, voiceId, speed, format, pronunciations }: Draft) {
  const words = pronunciationsOf(pronunciations);
  return {
    text,
    voice_id: voiceId,
    ...(speed === 1 ? {} : { speed }),
    ...(format === 'wav' ? {} : { format }),
    ...(Object.keys(words).length > 0 ? { pronunciations: words } : {}),
  };
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
