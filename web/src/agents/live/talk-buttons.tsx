import { Hand, Mic, MicOff, PhoneOff } from 'lucide-react';
import type { RefObject } from 'react';
import { useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import type { useTalk } from './use-talk.ts';

type TalkButtonsProps = {
  talk: ReturnType<typeof useTalk>;
  /** Grows with the voice. */
  ring: RefObject<HTMLSpanElement | null>;
};

export function TalkButtons({ talk, ring }: TalkButtonsProps) {
  const { talk: texts } = useTexts();
  const { status, state, hasMicrophone, muted } = talk;
  const isOpen = status === 'talking' || status === 'reconnecting';
  const isWaiting = status === 'starting' || status === 'ending';
  return (
    <div className="flex flex-col items-center gap-4 py-4">
      <div className="relative grid size-40 place-items-center">
        <span
          ref={ring}
          aria-hidden
          className={classes(
            'absolute size-28 rounded-full bg-accent-soft transition-transform duration-75',
            !(isOpen && hasMicrophone && !muted) && 'invisible',
          )}
        />
        <button
          type="button"
          disabled={isWaiting}
          onClick={() => (isOpen ? talk.end() : talk.start('voice'))}
          className={classes(
            'relative flex size-28 flex-col items-center justify-center gap-1.5 rounded-full text-sm font-medium shadow-md disabled:opacity-55',
            isOpen
              ? 'border-2 border-danger bg-surface text-danger'
              : 'bg-accent text-on-accent hover:brightness-110',
          )}
        >
          {isOpen ? <PhoneOff aria-hidden className="size-7" /> : <Mic aria-hidden className="size-7" />}
          {isOpen ? texts.end : status === 'over' ? texts.again : texts.start}
        </button>
      </div>
      <p role="status" className="min-h-5 text-sm font-medium">
        {statusText(talk, texts)}
      </p>
      <div className="flex min-h-9 flex-wrap justify-center gap-2">
        {!isOpen && (
          <Button look="quiet" disabled={isWaiting} onClick={() => talk.start('text')}>
            {texts.startInWriting}
          </Button>
        )}
        {isOpen && hasMicrophone && (
          <Button
            aria-pressed={muted}
            icon={muted ? <MicOff aria-hidden className="size-4" /> : <Mic aria-hidden className="size-4" />}
            onClick={() => talk.mute(!muted)}
          >
            {muted ? texts.unmute : texts.mute}
          </Button>
        )}
        {isOpen && state.phase === 'speaking' && (
          <Button
            icon={<Hand aria-hidden className="size-4" />}
            onClick={() => talk.send({ type: 'interrupt' })}
          >
            {texts.interrupt}
          </Button>
        )}
      </div>
    </div>
  );
}

function statusText(
  { status, state, hasMicrophone, muted }: ReturnType<typeof useTalk>,
  texts: ReturnType<typeof useTexts>['talk'],
): string {
  if (status === 'starting') return texts.starting;
  if (status === 'ending') return texts.ending;
  if (status !== 'talking') return '';
  if (state.phase !== 'listening') return texts.phases[state.phase];
  if (state.hearing) return texts.hearing;
  return hasMicrophone && !muted ? texts.phases.listening : texts.waiting;
}
