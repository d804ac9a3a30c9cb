import type { Answer } from '../../http/index.ts';
import type { SpokenStream } from './stream-speech.ts';
import type { Spoken } from './synthesize-speech.ts';

export function headersOf(spoken: Omit<SpokenStream, 'body'>): Record<string, string> {
  return {
    'content-type': spoken.contentType,
    'x-characters': String(spoken.characters),
    'x-model': spoken.model,
    'x-cache': spoken.cache,
    'x-history-id': spoken.historyId,
  };
}

export function answerWith(spoken: Spoken): Answer {
  return { status: 200, headers: headersOf(spoken), body: spoken.audio };
}
