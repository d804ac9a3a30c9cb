import { Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { fill, useTexts } from '../texts/index.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Card, ProgressBar } from '../ui/layout.tsx';
import type { Side } from './switching-player.ts';
import type { Answered, Trial } from './trials.ts';
import type { Sounds } from './use-sounds.ts';

const NAMES = ['A', 'B', 'X'] as const;
type Name = (typeof NAMES)[number];

type TrialCardProps = {
  trial: Trial;
  number: number;
  count: number;
  sounds: Sounds;
  onAnswer(answer: Answered): void;
  onGiveUp(): void;
};

/** One comparison: A, B, and the question which of them X is. Nothing says whether an answer was right before the end. */
export function TrialCard({ trial, number, count, sounds, onAnswer, onGiveUp }: TrialCardProps) {
  const { listeningTest: texts } = useTexts();
  const [playing, setPlaying] = useState<Name | null>(null);
  const [heard, setHeard] = useState<ReadonlySet<Name>>(new Set());
  const plays = useRef(0);
  const [startedAt] = useState(() => performance.now());
  const area = useRef<HTMLElement>(null);
  // The keys work inside this card, so it takes the focus with each trial.
  useEffect(() => area.current?.focus(), []);
  const pair = sounds.pairs.get(trial.sample);
  if (!pair) return null;

  const listen = (name: Name) => {
    plays.current += 1;
    setPlaying(name);
    setHeard((before) => new Set(before).add(name));
    void sounds.player.play(pair, sideOf(trial, name));
  };
  const stop = () => {
    sounds.player.stop();
    setPlaying(null);
  };
  const ready = heard.has('X') && (heard.has('A') || heard.has('B'));
  const answer = (saidA: boolean) => {
    if (!ready) return;
    sounds.player.stop();
    const seconds = Math.round((performance.now() - startedAt) / 10) / 100;
    onAnswer({ ...trial, saidA, seconds, plays: plays.current });
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actionOf(event.key, { listen, answer, stop });
    // Space on a button presses it.
    if (!act || (event.key === ' ' && event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    act();
  };
  return (
    <section
      ref={area}
      tabIndex={-1}
      aria-label={fill(texts.trial, { number, count })}
      onKeyDown={press}
      className="rounded-xl outline-none"
    >
      <Card title={fill(texts.trial, { number, count })}>
        <div className="flex flex-col gap-6">
          <ProgressBar value={(number - 1) / count} label={texts.progress} />
          <fieldset className="grid grid-cols-3 gap-3">
            <legend className="sr-only">{texts.listen}</legend>
            {NAMES.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={playing === name}
                aria-keyshortcuts={name}
                onClick={() => listen(name)}
                className={classes(
                  'flex flex-col items-center gap-1 rounded-xl border-2 py-6 text-3xl font-semibold sm:py-8',
                  playing === name
                    ? 'border-accent bg-accent-soft text-accent'
                    : 'border-line bg-surface hover:bg-sunken',
                )}
              >
                {name}
                <span className="text-xs font-normal text-muted">
                  {playing === name ? texts.playing : heard.has(name) ? texts.heard : texts.notHeard}
                </span>
              </button>
            ))}
          </fieldset>
          <fieldset className="flex flex-col items-center gap-3">
            <legend className="mx-auto mb-3 font-medium">{texts.question}</legend>
            <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
              {[true, false].map((saidA) => (
                <Button
                  key={String(saidA)}
                  look="primary"
                  disabled={!ready}
                  aria-keyshortcuts={saidA ? '1' : '2'}
                  className="min-w-36"
                  onClick={() => answer(saidA)}
                >
                  {fill(texts.isSide, { name: saidA ? 'A' : 'B' })}
                </Button>
              ))}
            </div>
            <p className="text-xs text-muted">{ready ? texts.guess : texts.listenFirst}</p>
          </fieldset>
          <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
            <div className="flex gap-2">
              <Button
                disabled={playing === null}
                icon={<Square aria-hidden className="size-4" />}
                onClick={stop}
              >
                {texts.stop}
              </Button>
              <button type="button" onClick={onGiveUp} className={buttonClasses('quiet')}>
                {texts.giveUp}
              </button>
            </div>
            <p className="text-xs text-muted">{texts.keys}</p>
          </div>
        </div>
      </Card>
    </section>
  );
}

function sideOf({ aIsMarked, xIsA }: Trial, name: Name): Side {
  const isA = name === 'A' || (name === 'X' && xIsA);
  return isA === aIsMarked ? 'marked' : 'plain';
}

type Actions = { listen(name: Name): void; answer(saidA: boolean): void; stop(): void };

function actionOf(key: string, { listen, answer, stop }: Actions): (() => void) | null {
  const name = NAMES.find((one) => one === key.toUpperCase());
  if (name) return () => listen(name);
  if (key === '1' || key === '2') return () => answer(key === '1');
  return key === ' ' ? stop : null;
}
