import type { LanguageModel } from '../../engines/language-model/index.ts';
import { createEar, type TurnTranscriber } from '../../engines/turn-taking/index.ts';
import type { VoiceActivityEngine } from '../../engines/voice-activity/index.ts';
import type { Caller } from '../../http/index.ts';
import type { ChargeDeps } from '../../money/ledger/index.ts';
import type { Log } from '../../platform/log.ts';
import { LanguageModelNotConfigured } from './errors.ts';
import { openMeter } from './meter.ts';
import type { RealtimePorts } from './ports.ts';
import { type SpeakDeps, speak } from './speak.ts';

export type PortDeps = ChargeDeps &
  SpeakDeps & {
    activity: VoiceActivityEngine;
    turnTranscriber: TurnTranscriber;
    languageModel: LanguageModel | null;
  };

export type PortOptions = {
  requestId: string;
  /** Aborted when the connection has ended: nothing is charged after that. */
  signal: AbortSignal;
  chatModel: string | undefined;
  log: Pick<Log, 'error'>;
};

/** Pieces of text that are paid for in one go, in characters. */
const TEXT_PIECE = 80;

export function openPorts(
  deps: PortDeps,
  caller: Caller,
  { requestId, signal, chatModel, log }: PortOptions,
): RealtimePorts {
  const { activity, turnTranscriber, languageModel, engine } = deps;
  const meter = openMeter(deps, caller, requestId);
  const transcribe = turnTranscriber.forCaller();
  const whileOpen = (other: AbortSignal): AbortSignal => AbortSignal.any([signal, other]);
  return {
    openEar: ({ detection, language, onEvent }) =>
      createEar({ activity, transcribe, detection, language: language?.split('-')[0], onEvent }),
    think(request, options) {
      if (!languageModel) throw new LanguageModelNotConfigured();
      return languageModel.chat({ ...request, model: chatModel }, { signal: whileOpen(options.signal) });
    },
    speak: (text, wanted) =>
      speak(deps, caller, meter, text, { ...wanted, signal: whileOpen(wanted.signal) }),
    async *write(text, options) {
      const stop = whileOpen(options.signal);
      for await (const piece of inPieces(text)) {
        await meter.write(piece, stop);
        yield piece;
      }
    },
    speechRate: engine.capabilities.sampleRate,
    payForHearing: (seconds) => meter.hear(seconds, signal),
    report: (error) => log.error({ err: error }, 'realtime session'),
  };
}

async function* inPieces(text: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const delta of text) {
    piece += delta;
    if (piece.length < TEXT_PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
