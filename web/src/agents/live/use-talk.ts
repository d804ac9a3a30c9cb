import { useEffect, useRef, useState } from 'react';
import { refreshUser } from '../../api/session.ts';
import type { LiveMessage } from './protocol.ts';
import { openTalk, type Talk, type TalkStatus } from './talk.ts';
import { SILENT, type TalkState } from './talk-state.ts';

type TalkOptions = {
  agentId: string;
  /** Fifty times a second, 0 to 1. */
  onLevel(level: number): void;
};

/** A conversation with the agent by microphone or in writing. Leaving the page ends it. */
export function useTalk({ agentId, onLevel }: TalkOptions) {
  const [status, setStatus] = useState<TalkStatus>('idle');
  const [state, setState] = useState<TalkState>(SILENT);
  const [error, setError] = useState<unknown>(null);
  const [hasMicrophone, setHasMicrophone] = useState(false);
  const [muted, setMuted] = useState(false);
  const talk = useRef<Talk | null>(null);
  const latest = useRef(onLevel);
  latest.current = onLevel;

  useEffect(() => () => talk.current?.end(), []);

  // A reload loses what is being said, so the browser asks first.
  useEffect(() => {
    if (status !== 'talking' && status !== 'reconnecting') return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [status]);

  const start = async (by: 'voice' | 'text') => {
    setError(null);
    setState(SILENT);
    setMuted(false);
    setStatus('starting');
    const mine = openTalk(agentId, {
      onState: (change) => setState(change),
      onStatus(next) {
        setStatus(next);
        if (next === 'over') void refreshUser();
      },
      onLevel: (level) => latest.current(level),
      onError: setError,
    });
    talk.current = mine;
    setHasMicrophone(await mine.begin(by));
  };

  return {
    status,
    state,
    error,
    hasMicrophone,
    muted,
    start,
    end: () => talk.current?.end(),
    send: (message: LiveMessage) => talk.current?.send(message),
    mute(value: boolean) {
      talk.current?.mute(value);
      setMuted(value);
    },
    answer(callId: string, answer: { result: unknown } | { error: string }) {
      talk.current?.send({ type: 'tool_result', call_id: callId, ...answer });
      setState((before) => ({ ...before, calls: before.calls.filter(({ call_id }) => call_id !== callId) }));
    },
    /** Returns how many milliseconds of the reply in progress were heard. */
    position: () => talk.current?.position() ?? null,
  };
}
