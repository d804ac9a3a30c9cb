import { countCharacters } from '../../money/pricing/index.ts';
import { InvalidGenerate } from './errors.ts';
import type { GenerateRequest } from './schemas.ts';

/** The local worker takes shorter texts only. */
export const LOCAL_CHARACTERS = 500;

export type Route =
  | { node: 'local_worker'; task: 'tts' | 'llm_inference' }
  | { node: 'gpu_cluster'; task: 'video' | 'llm_inference' };

type RoutedFields = Pick<GenerateRequest, 'text' | 'taskType' | 'avatar_id' | 'forceCloud'>;

/** Where a request runs: docs/decisions/0010-generate.md has the table. */
export function chooseRoute(request: RoutedFields, hasMedia: boolean): Route {
  const { text = '', taskType = hasMedia || request.avatar_id !== undefined ? 'unified' : 'tts' } = request;
  const local = !request.forceCloud && !hasMedia && countCharacters(text) < LOCAL_CHARACTERS;
  if (taskType === 'llm_inference') {
    if (hasMedia) throw new InvalidGenerate('llm_inference takes only text, no video, audio or image.');
    return { node: local ? 'local_worker' : 'gpu_cluster', task: 'llm_inference' };
  }
  return taskType === 'tts' && local
    ? { node: 'local_worker', task: 'tts' }
    : { node: 'gpu_cluster', task: 'video' };
}
