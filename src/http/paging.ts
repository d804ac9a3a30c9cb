import { Type } from '@sinclair/typebox';
import { domainError } from '../platform/errors.ts';
import { type IdPrefix, isPrefixedId } from '../platform/ids.ts';

export type Page = { limit: number; cursor?: string | undefined };

export const PageQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Maximum number of results.' }),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`next_cursor` of the previous page.' })),
});

export const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Send it as `cursor` to get the next page. Null on the last page.',
});

export const InvalidCursor = domainError('invalid', 'invalid_cursor', {
  public: 'cursor is not valid for this list. Send the next_cursor of the previous page.',
  detail: [{ path: 'querystring.cursor', message: 'is not valid for this list' }],
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Set `prefix` for ids that have one, as in `job_…`. */
export function idFromCursor(cursor: string | undefined, prefix?: IdPrefix): string | null {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!(prefix ? isPrefixedId(prefix, id) : isUuid(id))) throw new InvalidCursor();
  return id;
}

/** Expects one row beyond `limit` when there is a next page. */
export function cursorAfter(rows: { id: string }[], limit: number): string | null {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return last ? Buffer.from(last.id, 'latin1').toString('base64url') : null;
}
