export type Usage = { prompt_tokens: number; completion_tokens: number; total_tokens: number };

export type Completion = {
  text: string;
  /** The name that the server which answered gives its model. */
  model: string;
  usage: Usage;
};

/** `arguments` is what the model wrote: JSON, if it did as it was told. */
export type ToolCall = { id: string; name: string; arguments: string };

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: readonly ToolCall[] | undefined }
  | { role: 'tool'; toolCallId: string; content: string };

/** A function that the model may call. `parameters` is a JSON schema. */
export type ChatTool = { name: string; description: string; parameters: object };

export type ChatRequest = {
  messages: readonly ChatMessage[];
  tools?: readonly ChatTool[] | undefined;
  temperature?: number | undefined;
  /** Default: the model of the operator. */
  model?: string | undefined;
};

/** Text comes in pieces, tool calls whole. The last part is `end`; its usage is null where the server does not count. */
export type ChatPart =
  | { type: 'text'; text: string }
  | { type: 'tool_call'; call: ToolCall }
  | { type: 'end'; model: string; usage: Usage | null };

type CallOptions = { signal?: AbortSignal | undefined };

export type LanguageModel = {
  model: string;
  /** Whether it runs on another machine. */
  external: boolean;
  /** The server is told to write no longer answer, in tokens. */
  maxOutputTokens: number;
  /** Throws a `DomainError` of kind `upstream_failed` for whatever goes wrong on the other side. */
  complete(prompt: string, options?: CallOptions): Promise<Completion>;
  /** Streams the answer. Fails like `complete`, also after parts were given. Leaving the loop stops the server. */
  chat(request: ChatRequest, options?: CallOptions): AsyncGenerator<ChatPart, void, undefined>;
};
