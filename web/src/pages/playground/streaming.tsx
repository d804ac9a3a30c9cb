import { Playground } from '../../playground/playground.tsx';
import { SpeechFields, speechDraftOf } from '../../playground/speech-fields.tsx';
import { useSpeech } from '../../playground/use-speech.ts';
import { type StreamProgress, secondsOf, useSpeechStream } from '../../playground/use-speech-stream.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { AudioPlayer } from '../../ui/audio-player.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/layout.tsx';

export default function StreamingPage() {
  const { streaming: texts } = useTexts();
  const { draft, change, ready, price, spoken, generate } = useSpeech('streaming', { text: texts.example });
  const request = { ...spoken, format: 'pcm' as const };
  const { progress, file, busy, error, start, stop } = useSpeechStream();
  return (
    <Playground
      title={texts.title}
      lead={texts.lead}
      price={price}
      error={error}
      busy={busy}
      ready={ready}
      done={file !== null}
      onRun={() => start(request)}
      onStop={stop}
      onOpen={(saved) => change(speechDraftOf(saved))}
      request={{
        operation: 'POST /api/v1/tts/stream',
        json: request,
        output: 'speech.pcm',
        generate,
        tool: { name: 'speak', arguments: spoken },
      }}
      form={<SpeechFields draft={draft} change={change} />}
      result={
        progress ? (
          <>
            <Arrival progress={progress} />
            {file && <AudioPlayer audio={file} name="speech.wav" />}
          </>
        ) : (
          <EmptyState title={texts.empty} />
        )
      }
    />
  );
}

function Arrival({ progress }: { progress: StreamProgress }) {
  const { streaming: texts } = useTexts();
  const formats = useFormats();
  const { firstBytesMs, firstSoundMs, lastBytesMs, chunks, bytes } = progress;
  const ms = (value: number | null) =>
    value === null ? '…' : fill(texts.ms, { ms: formats.number(Math.round(value)) });
  const seconds = fill(texts.seconds, { seconds: formats.number(secondsOf(progress)) });
  return (
    <Facts
      facts={[
        { name: texts.firstSound, value: ms(firstSoundMs) },
        { name: texts.firstBytes, value: ms(firstBytesMs) },
        { name: texts.lastBytes, value: ms(lastBytesMs) },
        { name: texts.chunks, value: formats.number(chunks) },
        { name: texts.bytes, value: formats.bytes(bytes) },
        { name: texts.audio, value: seconds },
      ]}
    />
  );
}
