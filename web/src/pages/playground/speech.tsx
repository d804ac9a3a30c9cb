import { useMemo, useState } from 'react';
import { api } from '../../api/clients.ts';
import { useRun } from '../../api/use-run.ts';
import { audioFrom } from '../../audio/base64.ts';
import { Playground } from '../../playground/playground.tsx';
import { choiceIn } from '../../playground/saved-runs/saved-request.ts';
import { SpeechFields, speechDraftOf } from '../../playground/speech-fields.tsx';
import { SpokenText } from '../../playground/spoken-text.tsx';
import { useSpeech } from '../../playground/use-speech.ts';
import { useTexts } from '../../texts/index.tsx';
import { AudioPlayer } from '../../ui/audio-player.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { EmptyState } from '../../ui/layout.tsx';

const FORMATS = ['wav', 'mp3', 'opus', 'flac'] as const;
type Format = (typeof FORMATS)[number];

export default function SpeechPage() {
  const { speech: texts } = useTexts();
  const { draft, change, ready, price, spoken, generate } = useSpeech('speech', {
    text: texts.example,
    format: 'wav' as Format,
  });
  const request = { ...spoken, ...(draft.format === 'wav' ? {} : { format: draft.format }) };
  const { answer, busy, error, start, stop } = useRun(async (spoken: typeof request, options) => {
    const timed = await api.speech.withTimestamps(spoken, options);
    return { ...timed, text: spoken.text };
  });

  return (
    <Playground
      title={texts.title}
      lead={texts.lead}
      price={price}
      error={error}
      busy={busy}
      ready={ready}
      done={answer !== undefined}
      onRun={() => start(request)}
      onStop={stop}
      onOpen={(saved) =>
        change({ ...speechDraftOf(saved), format: choiceIn(saved, 'format', FORMATS, 'wav') })
      }
      request={{
        operation: 'POST /api/v1/tts',
        json: request,
        output: `speech.${draft.format}`,
        generate,
        tool: { name: 'speak', arguments: request },
      }}
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
      result={answer ? <Spoken {...answer} /> : <EmptyState title={texts.empty} />}
    />
  );
}

type SpokenProps = Awaited<ReturnType<typeof api.speech.withTimestamps>> & { text: string };

/** The audio, and its words, which light up as they are said. */
function Spoken({ audio, format, words, text }: SpokenProps) {
  const [seconds, setSeconds] = useState(-1);
  const blob = useMemo(() => audioFrom(audio, format), [audio, format]);
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
