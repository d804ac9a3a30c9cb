import { domainError } from '../../platform/errors.ts';

export const ScriptUnreadable = domainError(
  'invalid',
  'script_unreadable',
  (reason: string) => `The script cannot be read as plain text, SRT or VTT. ${reason}`,
);
