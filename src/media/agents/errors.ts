import { domainError, domainErrors, type ErrorDetail } from '../../platform/errors.ts';

export const AgentNotFound = domainError('not_found', 'agent_not_found', 'Agent not found.');

export const AgentLimitReached = domainError(
  'conflict',
  'agent_limit',
  (most: number) => `An account can have ${most} agents. Delete one first.`,
);

/** Faults that only the whole shows, each with its place. */
export const InvalidSettings = domainErrors(
  'invalid',
  ['invalid_flow', 'invalid_tools'],
  (_code, detail: ErrorDetail[]) => {
    const [first] = detail;
    const more = detail.length > 1 ? ` ${detail.length - 1} more in \`detail\`.` : '';
    const where = first?.path.replace(/^body\./, '');
    return { public: `${where} ${first?.message.replace(/\.$/, '')}.${more}`, detail };
  },
);

export const DisclosureRequired = domainError(
  'invalid',
  'disclosure_required',
  'On this server agents say that they are machines. Leave out `disclosure`, and put {{disclosure}} into first_message to choose the place.',
);

export const MindRequired = domainError(
  'invalid',
  'invalid_request',
  'An agent needs a system_prompt, for a language model, or a flow.',
);

/** Said when an agent is made or changed. One that was made while there was a model stays. */
export const ModelRequired = domainError(
  'invalid',
  'model_not_configured',
  'This server has no language model, so an agent needs a flow here. Give it a flow, or ask the operator to set LLM_BASE_URL and LLM_MODEL.',
);

export const AgentModelUnknown = domainError('invalid', 'unknown_model', (offered: readonly string[]) => {
  const remedy =
    offered.length === 0
      ? 'This server has no language model: its operator sets LLM_BASE_URL and LLM_MODEL.'
      : `Use ${offered.join(' or ')}, or omit it.`;
  return `Unknown model. ${remedy}`;
});
