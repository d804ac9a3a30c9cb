import { byteSettings, type Shape, sessionOptions, widenModel } from '../../onnx/index.ts';
import type { SpeakerArtifact } from '../speaker.ts';
import { KOKORO, readSource } from '../weights.ts';
import { GRADIENT, gradientEdit, type Listener } from './gradient-edit.ts';
import { createStyles, VOICES_DIR } from './styles.ts';
import { tokenIds } from './vocabulary.ts';

type Utterance = { phonemes: string; speaker: SpeakerArtifact };

export type TimbreGradient = {
  /** `given`: the listener's inputs. The gradient is that of its loss by the speaker's offsets. */
  analyse(utterance: Utterance, given: Readonly<Record<string, Float32Array>>): Promise<ListenerResult>;
};

export type ListenerResult = {
  gradient: Float32Array;
  /** The listener's outputs. */
  outputs: Record<string, Float32Array>;
  samples: Float32Array;
};

/** Builds the model in memory: it is needed for minutes only, so a file is not worth keeping. */
export async function loadTimbreGradient(
  listener: Listener,
  { modelsDir, threads, exact }: { modelsDir: string; threads: number; exact?: boolean },
): Promise<TimbreGradient> {
  // Imported here, so that the API, which imports this engine too, does not load the library.
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const { speakerFeeds } = await import('./speaker-feeds.ts');
  const source = await readSource(KOKORO, modelsDir);
  const model = Buffer.concat([...widenModel(source, gradientEdit(listener, { exact }))]);
  const session = await InferenceSession.create(model, sessionOptions(threads, await byteSettings()));
  const styles = createStyles(VOICES_DIR);

  return {
    async analyse({ phonemes, speaker }, given) {
      const ids = tokenIds(phonemes);
      const style = await styles.speakerStyle(speaker, ids.length - 2);
      const shaped = Object.entries(listener.given).map(([name, shape]) => {
        const values = given[name];
        if (!values) throw new Error(`the listener was not given ${name}`);
        return [name, new Tensor('float32', values, sizesOf(shape, values.length))] as const;
      });
      const { pace: speed, f0Scale, timbreOffsets } = speaker;
      const output = await session.run({
        ...speakerFeeds({ ids, style, speed, f0Scale, timbreOffsets }),
        ...Object.fromEntries(shaped),
      });
      const outputFloats = (name: string): Float32Array => {
        const values = output[name]?.data;
        if (!(values instanceof Float32Array)) throw new Error(`the model returned no ${name}`);
        if (!values.every(Number.isFinite)) throw new Error(`the model's ${name} is not finite`);
        return values;
      };
      return {
        gradient: outputFloats(GRADIENT),
        outputs: Object.fromEntries(listener.outputs.map((name) => [name, outputFloats(name)])),
        samples: outputFloats('waveform'),
      };
    },
  };
}

/** Named dimensions follow from the number of values. */
function sizesOf(shape: Shape, count: number): number[] {
  const known = shape.reduce<number>((product, size) => product * (typeof size === 'number' ? size : 1), 1);
  return shape.map((size) => (typeof size === 'number' ? size : count / known));
}
