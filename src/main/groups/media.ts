import { hostname } from 'node:os';
import type { LipsyncModel } from '../../../engines/lipsync/index.ts';
import type { ConcurrencyLimit } from '../../http/index.ts';
import {
  agentRoutes,
  checkRoutes,
  conversationRoutes,
  createKnowledge,
  knowledgeRoutes,
  liveRoutes,
  turnRoutes,
} from '../../media/agents/index.ts';
import { batchRoutes } from '../../media/batches/index.ts';
import { type DubDeps, dubRoutes, TRANSLATES } from '../../media/dubbing/index.ts';
import { estimateRoutes } from '../../media/estimates/index.ts';
import { generateRoutes } from '../../media/generate/index.ts';
import { createHistory, historyRoutes } from '../../media/history/index.ts';
import { listeningTestRoutes } from '../../media/listening-test/index.ts';
import { musicRoutes } from '../../media/music/index.ts';
import {
  openAiModelRoutes,
  openAiSpeechRoutes,
  openAiTranscriptionRoutes,
  SPEECH_MODELS,
  TRANSCRIPTION_MODELS,
} from '../../media/openai/index.ts';
import { pronunciationRoutes } from '../../media/pronunciations/index.ts';
import { fileCheckRoutes } from '../../media/provenance/index.ts';
import { clientSecretRoutes, realtimeModels, realtimeRoutes } from '../../media/realtime/index.ts';
import { runRoutes } from '../../media/runs/index.ts';
import { effectRoutes } from '../../media/sound-effects/index.ts';
import { createSpeechStreams, speechRoutes } from '../../media/speech/index.ts';
import { createSpeechCache } from '../../media/speech-cache/index.ts';
import { transcriptionRoutes } from '../../media/transcription/index.ts';
import { faceConsentRoutes, scriptSpeechRoutes, videoRoutes } from '../../media/video/index.ts';
import type { RemoteHearing } from '../../work/remote-hearing/index.ts';
import type { RemoteSound } from '../../work/remote-sound/index.ts';
import { isOffered, isOfferedElsewhere, listCapabilities } from '../../work/workers/index.ts';
import type { Engines } from '../open-engines.ts';
import type { App, Shared } from './shared.ts';
import type { Work } from './work.ts';

export type Media = Awaited<ReturnType<typeof registerMedia>>;

/** Everything customers generate: speech and transcripts synchronously, videos and inference as jobs. */
export async function registerMedia(
  app: App,
  shared: Shared,
  engines: Engines & { remoteSound: RemoteSound; remoteHearing: RemoteHearing },
  { jobs }: Work,
  uploads: ConcurrencyLimit,
) {
  const speech = await registerSpeech(app, shared, engines);
  await registerTranscription(app, shared, engines, uploads);
  await app.register(
    fileCheckRoutes({
      ...engines,
      ...engines.media,
      db: shared.db,
      threads: shared.threads,
      clock: shared.clock,
      trustAnchors: shared.config.provenance.trustAnchors ?? null,
      outbound: shared.mediaOutbound,
      uploads,
      isPublic: shared.config.publicCheck,
    }),
  );
  await app.register(listeningTestRoutes({ ...engines, codec: engines.media.codec }));
  const { remoteSound } = engines;
  const sound = { ...shared, codec: engines.media.codec, history: speech.history, remoteSound };
  await app.register(musicRoutes({ ...sound, music: engines.music }));
  await app.register(effectRoutes({ ...sound, effects: engines.effects }));
  const { db, clock, publicUrl, mediaOutbound, webhookOutbound: outbound } = shared;
  const { languageModel, media, video } = engines;
  const { engine } = speech.deps;
  const isModelOffered = ({ name }: LipsyncModel, needs: readonly string[] = []) =>
    isOffered(shared, ['video', `lipsync:${name}`, ...needs]);
  const { presenters } = video;
  const { speechDisclosure, filmDisclosure, requireFaceConsent } = shared.config;
  const disclosures = { speechDisclosure, filmDisclosure };
  const videos = {
    ...jobs,
    engine,
    presenters,
    outbound,
    filmDisclosure,
    requireFaceConsent,
    isOffered: isModelOffered,
  };
  const generating = { ...videos, ...media, mediaOutbound, uploads };
  await app.register(scriptSpeechRoutes({ db, clock, engine }));
  await app.register(videoRoutes({ ...videos, publicUrl }));
  await app.register(faceConsentRoutes(shared));
  const hasCloud = (kind: string) => isOfferedElsewhere(shared, [kind], hostname());
  await app.register(generateRoutes({ ...generating, ...speech.deps, languageModel, hasCloud }));
  await app.register(batchRoutes(generating));
  const { agentModels, isAgentDisclosureOptional: isDisclosureOptional } = shared.config;
  const isLipsyncOffered = ({ name }: LipsyncModel, needs: readonly string[] = []) =>
    isOffered(shared, ['dub', `lipsync:${name}`, ...needs]);
  await app.register(estimateRoutes({ ...shared, ...disclosures, engine, isLipsyncOffered }));
  const knowledge = createKnowledge(shared);
  const agents = { ...speech.deps, languageModel, agentModels, knowledge, outbound, isDisclosureOptional };
  const { transcription } = engines;
  await app.register(agentRoutes(agents));
  await app.register(knowledgeRoutes(agents));
  await app.register(checkRoutes(agents));
  await app.register(conversationRoutes(agents));
  await app.register(turnRoutes({ ...agents, transcription, decodeAudio: media.decodeAudio, uploads }));
  const { activity, turnTranscriber } = engines;
  await app.register(liveRoutes({ ...agents, activity, turnTranscriber }));
  await registerRealtime(app, shared, engines, speech.deps);
  await registerDubbing(app, shared, engines, { jobs }, uploads, { engine, isLipsyncOffered });
  return { ...speech, isModelOffered };
}

async function registerSpeech(
  app: App,
  shared: Shared,
  { speech: engine, media: { codec }, languageModel }: Engines,
) {
  const { sampleRate } = engine.capabilities;
  const cache = createSpeechCache({ ...shared, sampleRate, maxBytes: shared.config.cacheMaxBytes });
  const history = createHistory({ ...shared, cache });
  const { speechDisclosure } = shared.config;
  const deps = { ...shared, engine, codec, cache, history, speechDisclosure };
  const streams = createSpeechStreams(deps);
  await app.register(speechRoutes({ ...deps, streams }));
  await app.register(openAiSpeechRoutes({ ...deps, streams }));
  const talking = realtimeModels({ languageModel, agentModels: shared.config.agentModels });
  await app.register(openAiModelRoutes({ models: [...SPEECH_MODELS, ...TRANSCRIPTION_MODELS, ...talking] }));
  await app.register(historyRoutes({ history, signUrl: shared.signUrl }));
  await app.register(pronunciationRoutes(shared));
  await app.register(runRoutes(shared));
  return { deps, cache, history, streams };
}

async function registerTranscription(
  app: App,
  shared: Shared,
  { transcription, remoteHearing, media }: Engines & { remoteHearing: RemoteHearing },
  uploads: ConcurrencyLimit,
) {
  const { decodeAudio } = media;
  const deps = {
    ...shared,
    transcription,
    remoteHearing,
    decodeAudio,
    outbound: shared.mediaOutbound,
    uploads,
  };
  await app.register(transcriptionRoutes(deps));
  await app.register(openAiTranscriptionRoutes(deps));
}

async function registerRealtime(
  app: App,
  shared: Shared,
  { activity, turnTranscriber, transcription, languageModel }: Engines,
  speech: Awaited<ReturnType<typeof registerSpeech>>['deps'],
) {
  const models = { languageModel, agentModels: shared.config.agentModels };
  await app.register(clientSecretRoutes({ ...shared, ...models }));
  await app.register(realtimeRoutes({ ...speech, ...models, activity, turnTranscriber, transcription }));
}

async function registerDubbing(
  app: App,
  shared: Shared,
  { transcription, media, voiceMaker, languageModel }: Engines,
  { jobs }: Pick<Work, 'jobs'>,
  uploads: ConcurrencyLimit,
  quoting: Pick<DubDeps, 'engine' | 'isLipsyncOffered'>,
) {
  await app.register(
    dubRoutes({
      ...jobs,
      ...media,
      ...quoting,
      transcription,
      voiceMaker,
      languageModel: languageModel?.model ?? null,
      outbound: shared.webhookOutbound,
      requireSpokenConsent: shared.config.requireSpokenConsent,
      isOffered: (needs) => isOffered(shared, needs),
      listTranslating: () => listCapabilities(shared, 'dub', TRANSLATES),
      uploads,
    }),
  );
}
