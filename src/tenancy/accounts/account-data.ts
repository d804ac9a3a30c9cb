import { Readable } from 'node:stream';

/** One part of the service holds this for an account. `main` passes the list of parts. */
export type AccountData = {
  /** Files for the account's archive. Absent: nothing that the other parts do not export. */
  entries?(accountId: string): AsyncIterable<ArchiveEntry>;
  /** Deletes all of it. Safe to repeat, and repeated until the account is erased. */
  erase(accountId: string): Promise<void>;
};

export type ArchiveEntry = {
  path: string;
  /** Null when the file is gone. */
  open(): Promise<Readable | null>;
};

export const EXPORT_PAGE = 500;

/** One JSON object per line, however many there are. */
export function jsonLines(path: string, rows: () => AsyncIterable<object>): ArchiveEntry {
  async function* lines() {
    for await (const row of rows()) yield `${JSON.stringify(row)}\n`;
  }
  return { path, open: async () => Readable.from(lines(), { objectMode: false }) };
}

export function jsonFile(path: string, read: () => Promise<object>): ArchiveEntry {
  return { path, open: async () => Readable.from([`${JSON.stringify(await read(), null, 2)}\n`]) };
}

/** Reads pages of `EXPORT_PAGE` rows, newest first, until one is not full. */
export async function* allPages<Row extends { id: string }>(
  readPage: (before: string | null) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let before: string | null = null;
  for (;;) {
    const rows: Row[] = await readPage(before);
    yield* rows;
    if (rows.length < EXPORT_PAGE) return;
    before = rows.at(-1)?.id ?? null;
  }
}
