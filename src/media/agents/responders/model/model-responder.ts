import {
  type ChatMessage,
  type LanguageModel,
  LanguageModelFailed,
  type ToolCall,
} from '../../../../../engines/language-model/index.ts';
import type { AgentSettings } from '../../agent.ts';
import { BUILT_IN_TOOLS, endingOf } from '../../tools/built-in-tools.ts';
import type { Toolbox, ToolUse } from '../../tools/toolbox.ts';
import { type PastTurn, type Responder, untilCertain } from '../responder.ts';
import { type Passage, systemPrompt } from './system-prompt.ts';

export type ModelResponderOptions = {
  languageModel: Pick<LanguageModel, 'chat'>;
  settings: Pick<AgentSettings, 'system_prompt' | 'language' | 'model' | 'temperature'>;
  toolbox: Toolbox;
  /** Finds the passages of the agent's documents that concern these words. */
  lookUp?: ((said: string) => Promise<readonly Passage[]>) | undefined;
};

/** Answers of the model in one turn. In the last one it gets no functions, so that it must speak. */
const MAX_ROUNDS = 5;
/** A spoken reply that is longer lost its listener. */
const MAX_REPLY_CHARACTERS = 2_000;
const MAX_PAST_TURNS = 40;
const MAX_RESULT_CHARACTERS = 20_000;
const MAX_USES = 8;

export function createModelResponder({
  languageModel,
  settings,
  toolbox,
  lookUp,
}: ModelResponderOptions): Responder {
  const { model, temperature } = settings;
  return {
    async *think({ past, said }, { signal, certain } = {}) {
      const passages = (await lookUp?.(said)) ?? [];
      const messages: ChatMessage[] = [
        { role: 'system', content: systemPrompt(settings, passages) },
        ...past.slice(-MAX_PAST_TURNS).flatMap(asMessages),
        { role: 'user', content: said },
      ];
      let characters = 0;
      let uses = 0;
      for (let round = 1; round <= MAX_ROUNDS; round++) {
        const tools = round < MAX_ROUNDS ? [...toolbox.specs, ...BUILT_IN_TOOLS] : [];
        const asked = { messages, tools, model: model ?? undefined, temperature: temperature ?? undefined };
        const calls: ToolCall[] = [];
        let text = '';
        for await (const part of languageModel.chat(asked, { signal })) {
          if (part.type === 'tool_call') calls.push(part.call);
          if (part.type !== 'text') continue;
          // Two answers of one turn are two sentences.
          const piece = text === '' && characters > 0 ? ` ${part.text}` : part.text;
          text += part.text;
          characters += piece.length;
          yield { type: 'text', text: piece };
          if (characters > MAX_REPLY_CHARACTERS) return;
        }
        messages.push({ role: 'assistant', content: text, toolCalls: calls });
        if (calls.length > 0) await untilCertain({ signal, certain });
        for (const call of calls) {
          const ending = endingOf(call);
          if (ending) {
            if (ending.say && characters === 0) yield { type: 'text', text: ending.say };
            yield { type: ending.type, reason: ending.reason };
            return;
          }
          uses += 1;
          const use = uses > MAX_USES ? tooMany(call) : await toolbox.run(call, signal);
          yield { type: 'tool', use };
          const content = JSON.stringify(use.result).slice(0, MAX_RESULT_CHARACTERS);
          messages.push({ role: 'tool', toolCallId: call.id, content });
        }
        if (calls.length === 0) break;
      }
      if (characters === 0) throw new LanguageModelFailed('the answer is empty');
    },
  };
}

function tooMany({ name, arguments: given }: ToolCall): ToolUse {
  const error = `Only ${MAX_USES} calls in one turn. Answer now.`;
  return { name, arguments: given.slice(0, MAX_RESULT_CHARACTERS), result: { error }, ok: false };
}

function asMessages({ said, reply }: PastTurn): ChatMessage[] {
  const answer: ChatMessage = { role: 'assistant', content: reply };
  return said === null ? [answer] : [{ role: 'user', content: said }, ...(reply ? [answer] : [])];
}
