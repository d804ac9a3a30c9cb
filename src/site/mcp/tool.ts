import type { Static, TObject } from '@sinclair/typebox';
import type { UrlSigner } from '../../http/index.ts';
import type { Api } from './api.ts';

type Content =
  | { type: 'text'; text: string }
  | { type: 'audio'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType: string };

export type ToolResult = { content: Content[]; isError?: true };

export type ToolContext = {
  api: Api;
  /** A link that can be opened without a key. */
  linkTo(path: string): ReturnType<UrlSigner>;
  /** `done` is a share of 1. */
  report(done: number, message: string): void;
  /** Aborts when the call is canceled or its client is gone. */
  signal: AbortSignal;
  /** True if the client asked for the end, rather than lost its connection. */
  isCanceled(): boolean;
};

export type Tool<Input extends TObject = TObject> = {
  name: string;
  title: string;
  description: string;
  input: Input;
  /** The tool changes nothing and costs nothing. */
  readOnly?: boolean;
  /** The tool ends or deletes something. */
  destructive?: boolean;
  run(context: ToolContext, input: Static<Input>): Promise<ToolResult>;
};

export function defineTool<Input extends TObject>(tool: Tool<Input>): Tool {
  return { ...tool, input: { ...tool.input, additionalProperties: false } } as unknown as Tool;
}

/** An assistant gets a JSON answer as text. */
export function textResult(value: unknown): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}

export function errorResult(message: string): ToolResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}

/** Tells what the caller got wrong, in words that an assistant can act on. */
export class InvalidInput extends Error {}
