import { DomainError, type ErrorDetail } from '../../platform/errors.ts';

export class AgentNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'agent_not_found', public: 'Agent not found.' });
  }
}

export class AgentLimitReached extends DomainError {
  constructor(most: number) {
    super({
      kind: 'conflict',
      code: 'agent_limit',
      public: `An account can have ${most} agents. Delete one first.`,
    });
  }
}

/** Faults that only the whole shows, each with its place. */
export class InvalidSettings extends DomainError {
  constructor(code: 'invalid_flow' | 'invalid_tools', detail: ErrorDetail[]) {
    const [first] = detail;
    const more = detail.length > 1 ? ` ${detail.length - 1} more in \`detail\`.` : '';
    const where = first?.path.replace(/^body\./, '');
    super({ kind: 'invalid', code, public: `${where} ${first?.message.replace(/\.$/, '')}.${more}`, detail });
  }
}

export class MindRequired extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'invalid_request',
      public: 'An agent needs a system_prompt, for a language model, or a flow.',
    });
  }
}

/** Said when an agent is made or changed. One that was made while there was a model stays. */
export class ModelRequired extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'model_not_configured',
      public:
        'This server has no language model, so an agent needs a flow here. Give it a flow, or ask the operator to set LLM_BASE_URL and LLM_MODEL.',
    });
  }
}

export class AgentModelUnknown extends DomainError {
  constructor(offered: readonly string[]) {
    const remedy =
      offered.length === 0
        ? 'This server has no language model: its operator sets LLM_BASE_URL and LLM_MODEL.'
        : `Use ${offered.join(' or ')}, or omit it.`;
    super({ kind: 'invalid', code: 'unknown_model', public: `Unknown model. ${remedy}` });
  }
}
