import type { LanguageModel } from '../../../engines/language-model/index.ts';
import { createEar, type TurnTranscriber } from '../../../engines/turn-taking/index.ts';
import type { VoiceActivityEngine } from '../../../engines/voice-activity/index.ts';
import type { Caller } from '../../http/index.ts';
import { type ChargeDeps, chargeFor, releaseCharge, reserveCredits } from '../../money/ledger/index.ts';
import { openModelTab } from '../../money/model-tokens/index.ts';
import type { Log } from '../../platform/log.ts';
import type { StartTrace } from '../../platform/tracing/index.ts';
import { hearingCharge } from '../transcription/index.ts';
import { LanguageModelNotConfigured } from './errors.ts';
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
  startTrace: StartTrace;
  /** Aborted when the connection has ended: nothing is charged after that. */
  signal: AbortSignal;
  chatModel: string | undefined;
  log: Pick<Log, 'error'>;
};

const HEARD_DEADLINE_MS = 30_000;

/** Refuses a session that could not pay for anything, which would be heard for nothing. */
export async function requireCredits(deps: ChargeDeps, caller: Caller, requestId: string): Promise<void> {
  const second = hearingCharge(caller, 1, { requestId, deadlineMs: HEARD_DEADLINE_MS });
  await releaseCharge(deps, await reserveCredits(deps, second));
}

export function openPorts(
  deps: PortDeps,
  caller: Caller,
  { requestId, startTrace, signal, chatModel, log }: PortOptions,
): RealtimePorts {
  const { activity, turnTranscriber, languageModel, engine } = deps;
  const transcribe = turnTranscriber.forCaller();
  const whileOpen = (other: AbortSignal): AbortSignal => AbortSignal.any([signal, other]);
  return {
    openEar: ({ detection, language, onEvent }) =>
      createEar({ activity, transcribe, detection, language: language?.split('-')[0], onEvent }),
    async *think(request, options) {
      if (!languageModel) throw new LanguageModelNotConfigured();
      const tab = openModelTab(deps, caller, { languageModel, requestId });
      try {
        const parts = tab.chat({ ...request, model: chatModel }, { signal: whileOpen(options.signal) });
        for await (const part of parts) {
          await tab.advance();
          yield part;
        }
      } finally {
        // The tokens up to an interruption were used, so they are paid.
        await tab.settle(deps.db);
      }
    },
    speak: (text, wanted) =>
      speak(deps, caller, requestId, text, { ...wanted, signal: whileOpen(wanted.signal) }),
    speechRate: engine.capabilities.sampleRate,
    payForHearing(seconds) {
      const charge = hearingCharge(caller, seconds, { requestId, deadlineMs: HEARD_DEADLINE_MS });
      return chargeFor(deps, charge, async () => undefined, { signal });
    },
    startTrace,
    report: (error) => log.error({ err: error }, 'realtime session'),
  };
}
