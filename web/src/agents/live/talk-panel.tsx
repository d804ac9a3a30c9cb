import { useRef } from 'react';
import { useTexts } from '../../texts/index.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Card, Note } from '../../ui/layout.tsx';
import { MicrophoneError } from '../../ui/recorder.tsx';
import { Captions } from './captions.tsx';
import { NotConnected, TakenOver } from './talk.ts';
import { TalkButtons } from './talk-buttons.tsx';
import { TalkOver } from './talk-over.tsx';
import { ToolCalls } from './tool-calls.tsx';
import { useTalk } from './use-talk.ts';
import { WriteTurn } from './write-turn.tsx';

/** Talks with the agent: one button, what is said as captions, and the keyboard instead of the voice. */
export function TalkPanel({ agentId, agentName }: { agentId: string; agentName: string }) {
  const { talk: texts } = useTexts();
  const ring = useRef<HTMLSpanElement>(null);
  const talk = useTalk({
    agentId,
    onLevel(level) {
      // The square root shows quiet speech too.
      if (ring.current) ring.current.style.transform = `scale(${1 + Math.sqrt(level) * 0.45})`;
    },
  });
  const { status, state } = talk;
  const isOpen = status === 'talking' || status === 'reconnecting';
  return (
    <Card className="flex flex-col gap-5">
      <TalkButtons talk={talk} ring={ring} />
      {status === 'reconnecting' && (
        <div role="status">
          <Note tone="warning">{texts.reconnecting}</Note>
        </div>
      )}
      {isOpen && state.fault && (
        <div role="alert">
          <Note tone="warning">{state.fault}</Note>
        </div>
      )}
      <TalkError error={talk.error} />
      {state.lines.length > 0 && <Captions talk={talk} agentName={agentName} />}
      {isOpen && <ToolCalls calls={state.calls} onAnswer={talk.answer} />}
      {isOpen && <WriteTurn onSend={(text) => talk.send({ type: 'text', text })} />}
      {status === 'over' && <TalkOver state={state} />}
    </Card>
  );
}

function TalkError({ error }: { error: unknown }) {
  const { talk: texts } = useTexts();
  if (error instanceof DOMException || !navigator.mediaDevices) return <MicrophoneError error={error} />;
  const text =
    error instanceof NotConnected ? texts.notConnected : error instanceof TakenOver ? texts.takenOver : null;
  return <ErrorNote error={text ? new Error(text) : error} />;
}
