import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { refuseTooManyValues, refuseUnusableText } from '../../../http/index.ts';
import { domainError } from '../../../platform/errors.ts';

const MAX_TEXT_CHARACTERS = 2_000;

const ClientMessageSchema = Type.Union([
  Type.Object({
    type: Type.Literal('text'),
    text: Type.String({ minLength: 1, maxLength: MAX_TEXT_CHARACTERS }),
  }),
  Type.Object({ type: Type.Literal('commit') }),
  Type.Object({ type: Type.Literal('interrupt') }),
  Type.Object({
    type: Type.Literal('played'),
    reply: Type.Integer({ minimum: 0 }),
    ms: Type.Number({ minimum: 0 }),
  }),
  Type.Object({
    type: Type.Literal('tool_result'),
    call_id: Type.String({ maxLength: 100 }),
    result: Type.Optional(Type.Unknown()),
    error: Type.Optional(Type.String({ maxLength: 1_000 })),
  }),
  Type.Object({ type: Type.Literal('end') }),
]);

export type ClientMessage = Static<typeof ClientMessageSchema>;
export type ToolResult = Extract<ClientMessage, { type: 'tool_result' }>;

const FIELDS: Record<ClientMessage['type'], string> = {
  text: `text, 1 to ${MAX_TEXT_CHARACTERS} characters`,
  commit: 'no other field',
  interrupt: 'no other field',
  played: 'reply, a number, and ms, a number',
  tool_result: 'call_id, and result or error',
  end: 'no other field',
};

const InvalidMessage = domainError('invalid', 'invalid_message', (message: string) => message);

export function readClientMessage(text: string): ClientMessage {
  refuseTooManyValues(text);
  const value = parsed(text);
  refuseUnusableText(value);
  if (Value.Check(ClientMessageSchema, value)) return value;
  const { type } = (value ?? {}) as { type?: unknown };
  if (typeof type === 'string' && Object.hasOwn(FIELDS, type))
    throw new InvalidMessage(`A message of type "${type}" has ${FIELDS[type as ClientMessage['type']]}.`);
  throw new InvalidMessage(
    `A message has a type: ${Object.keys(FIELDS).join(', ')}. Sound is sent as bytes.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidMessage('The message is not JSON. Sound is sent as bytes.');
  }
}
