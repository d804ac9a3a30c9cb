import type { DecodeAudio } from '../../../engines/ffmpeg/index.ts';
import { printCosine, SampleRefused, similarVoices } from '../../../engines/voice-cloning/index.ts';
import { type CatalogDeps, customEntry, presetEntry, type SimilarVoice } from './list-voices.ts';
import { selectReadyVoices, selectVoicePrints } from './queries.ts';
import type { VoiceMaker } from './voice-maker.ts';

export type SimilarDeps = CatalogDeps & { voiceMaker: VoiceMaker; decodeAudio: DecodeAudio };

/** A voice is known after this many seconds; more would only cost time. */
const MOST_SECONDS = 60;

type Search = { path: string; filename: string; limit: number; signal: AbortSignal };

/** The voices of the catalog that sound most like the recording. */
export async function findSimilar(
  deps: SimilarDeps,
  accountId: string,
  { path, filename, limit, signal }: Search,
): Promise<SimilarVoice[]> {
  const { samples } = await deps.decodeAudio(path, { maxSeconds: MOST_SECONDS, signal });
  const { problems } = await deps.voiceMaker.checkSample(samples, signal);
  const [problem] = problems;
  if (problem) throw new SampleRefused(`sample_${problem.code}`, filename, problems);
  const print = await deps.voiceMaker.printOf({ samples, sampleRate: 16_000 }, signal);
  const voices = [
    ...(await nearPresets(deps, print)),
    ...(await nearOwn(deps, accountId, print)),
    ...(await deps.listings.similarTo(accountId, { print, limit })),
  ];
  return voices
    .map((voice) => ({ ...voice, similarity: rounded(voice.similarity) }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, limit);
}

async function nearPresets(
  { voiceMaker, presets, publicUrl }: SimilarDeps,
  print: Float32Array,
): Promise<SimilarVoice[]> {
  const near = await voiceMaker.nearestPresets(print);
  return similarVoices(near, presets).map(({ voice, similarity }) => ({
    ...presetEntry(voice, publicUrl),
    similarity,
  }));
}

async function nearOwn(deps: SimilarDeps, accountId: string, print: Float32Array): Promise<SimilarVoice[]> {
  const prints = await selectVoicePrints(deps.db, accountId);
  const voices = await selectReadyVoices(deps.db, accountId);
  return voices.flatMap((voice) => {
    const own = prints.get(voice.id);
    if (!own) return [];
    return [{ ...customEntry(deps, voice), similarity: printCosine(print, own) }];
  });
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
