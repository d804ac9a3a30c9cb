import { boundedText, operatorFetch } from '../../../platform/operator-fetch.ts';
import { type Check, type Finding, fault, good, reasonOf, warning } from '../check.ts';

const ANSWER_MS = 6_000;
const MAX_BYTES = 4_000_000;

export const languageModel: Check = {
  id: 'language-model',
  settings: ['LLM_BASE_URL', 'LLM_MODEL'],
  async run({ config }) {
    if (!config.languageModel) return [];
    const { baseUrl, apiKey, model } = config.languageModel;
    const headers = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
    try {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await operatorFetch(`${baseUrl}/models`, { headers, signal });
      return [
        judgeAnswer(answer.status, await boundedText(answer.body, MAX_BYTES), [model, ...config.agentModels]),
      ];
    } catch (error) {
      return [
        fault(
          `The server in LLM_BASE_URL does not answer (${reasonOf(error)}).`,
          'Start it, or correct LLM_BASE_URL.',
        ),
      ];
    }
  },
};

export function judgeAnswer(status: number, body: string, wanted: readonly string[]): Finding {
  if (status === 401 || status === 403)
    return fault(`The server in LLM_BASE_URL refuses the key (${status}).`, 'Correct LLM_API_KEY.');
  const known = status === 200 ? modelsIn(body) : null;
  if (known === null)
    return warning(
      `The server in LLM_BASE_URL does not list its models (${status}), so LLM_MODEL could not be checked.`,
      'If agents do not answer, correct LLM_BASE_URL: it usually ends with /v1.',
    );
  const missing = wanted.filter((model) => !known.includes(model));
  if (missing.length === 0) return good('The language model answers, and has the models that are set.');
  return fault(
    `The server in LLM_BASE_URL has no model ${missing.join(', ')}.`,
    `Correct LLM_MODEL or LLM_AGENT_MODELS. It has: ${known.slice(0, 10).join(', ')}${known.length > 10 ? ' …' : ''}`,
  );
}

function modelsIn(body: string): string[] | null {
  try {
    const { data } = JSON.parse(body) as { data?: unknown };
    if (!Array.isArray(data)) return null;
    return data.flatMap((one: unknown) =>
      typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string' ? [one.id] : [],
    );
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
