/** A block of a guide that can be run. `tag` follows the language: `sh skip`, `python openai`. */
export type Block = { language: 'sh' | 'ts' | 'python'; tag: string; text: string; line: number };

const FENCE = /^```(\w*) ?(\w*)$/;
const LANGUAGES = new Set(['sh', 'ts', 'python']);

export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { language: string; tag: string; line: number; lines: string[] } | null = null;
  for (const [index, text] of markdown.split('\n').entries()) {
    const fence = FENCE.exec(text);
    if (!fence) open?.lines.push(text);
    else if (!open) open = { language: fence[1] ?? '', tag: fence[2] ?? '', line: index + 1, lines: [] };
    else {
      const { lines, ...rest } = open;
      if (LANGUAGES.has(open.language)) blocks.push({ ...(rest as Block), text: `${lines.join('\n')}\n` });
      open = null;
    }
  }
  return blocks;
}
