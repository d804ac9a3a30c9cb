/** Columns two spaces apart. The last one is cut where the terminal ends. */
export function tableLines(cells: readonly (readonly string[])[], width?: number): string[] {
  const rows = cells.map((row) => row.map((cell) => cell.replace(/\s+/g, ' ')));
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ''))),
  );
  return rows.map((row) => {
    const line = row.map((cell, column) => pad(cell, widths[column] ?? 0)).join('  ');
    return cut(line.trimEnd(), width);
  });
}

/** Chinese, Japanese and Korean characters and pictures take two columns. */
function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + columnsOf(character), 0);
}

function columnsOf(character: string): number {
  if (/\p{Mark}/u.test(character)) return 0;
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u.test(
    character,
  )
    ? 2
    : 1;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

function cut(line: string, width: number | undefined): string {
  if (width === undefined || widthOf(line) <= width) return line;
  let kept = '';
  for (const character of line) {
    if (widthOf(kept) + columnsOf(character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}
