import type { FfmpegTools } from '../../engines/ffmpeg/index.ts';
import type { LipsEngine } from '../../engines/lipsync/index.ts';
import type { MusicEngine } from '../../engines/music/index.ts';
import type { EffectsEngine } from '../../engines/sound-effects/index.ts';
import type { SpeechEngine } from '../../engines/speech/index.ts';
import type { TranscriptionEngine } from '../../engines/transcription/index.ts';
import type { VoiceActivityEngine } from '../../engines/voice-activity/index.ts';
import { type Database, sql } from '../platform/database/index.ts';
import type { Storage } from '../platform/storage/index.ts';
import type { HealthChecks } from '../site/health/index.ts';
import type { Dispatcher } from '../work/webhooks/index.ts';

type Resources = {
  database: Database;
  storage: Storage;
  speech: SpeechEngine;
  transcription: TranscriptionEngine;
  activity: VoiceActivityEngine;
  lips: LipsEngine;
  effects: EffectsEngine;
  music: MusicEngine;
};

export function checksOf(
  { database, storage, speech, transcription, activity, lips, effects, music }: Resources,
  { tools, dispatcher }: { tools: FfmpegTools; dispatcher: Dispatcher },
): HealthChecks {
  return {
    database: async () => {
      await sql`select 1`.execute(database.db);
      return 'ok';
    },
    storage: async () => {
      await storage.check();
      return 'ok';
    },
    queue: async () => (dispatcher.running() ? 'ok' : 'down'),
    ffmpeg: async () => (tools.ffmpeg ? 'ok' : 'missing'),
    sandbox: async () => (tools.sandbox ? 'ok' : 'missing'),
    engines: {
      speech: async () => {
        const status = speech.status();
        return status === 'ready' ? 'ok' : status === 'down' ? 'down' : 'starting';
      },
      transcription: async () => startedOnDemand(transcription.status()),
      'voice-activity': async () => startedOnDemand(activity.status()),
      lipsync: async () => startedOnDemand(lips.status()),
      music: async () => startedOnDemand(music.status()),
      'sound-effects': async () => startedOnDemand(effects.status()),
    },
  };
}

/** These engines start on first use, so `idle` is healthy. */
function startedOnDemand(status: ReturnType<LipsEngine['status']>) {
  return status === 'absent' ? 'missing' : status === 'idle' || status === 'ready' ? 'ok' : status;
}
