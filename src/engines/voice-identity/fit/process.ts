import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { serveProcess } from '../../../platform/process-pool/index.ts';
import { loadTimbreGradient, type TimbreGradient } from '../../speech/index.ts';
import type { VoiceWeightFiles } from '../weights.ts';
import { readXVectorNetwork } from '../x-vector-network.ts';
import { givenFor, LIKENESS, listenerWith, SPECTRUM_ERROR } from './listener/listener.ts';
import type { FittingMethods, HearPayload } from './methods.ts';

let gradient: TimbreGradient;

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

async function hear({ phonemes, speaker, wanted }: HearPayload) {
  const said = await gradient.hear({ phonemes, speaker }, givenFor(wanted));
  return {
    likeness: said.heard[LIKENESS] ?? 0,
    spectrumErrorDb: said.heard[SPECTRUM_ERROR] ?? 0,
    gradient: said.gradient,
  };
}

await serveProcess<FittingMethods>({
  start: async () => {
    // Minutes of work for which nobody holds the line: whoever speaks or listens goes first.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const files = JSON.parse(required('FITTING_WEIGHTS')) as VoiceWeightFiles;
    const [network, mean, transform] = await Promise.all([
      readFile(files.network),
      readFile(files.mean, 'utf8'),
      readFile(files.transform),
    ]);
    const listener = listenerWith(readXVectorNetwork({ network, mean, transform }));
    const options = { modelsDir: required('FITTING_MODELS'), threads: Number(required('FITTING_THREADS')) };
    gradient = await loadTimbreGradient(listener, options);
  },
  methods: {
    hear: (payload, { signal }) => {
      signal.throwIfAborted();
      return hear(payload);
    },
  },
});
