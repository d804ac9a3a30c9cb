/** Gauss with the largest pivot; `matrix` is left as it was. */
export function solve(matrix: readonly (readonly number[])[], values: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, values[i] ?? 0]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const pivot = rows.slice(column).reduce((best, row, i) => {
      const isLarger = Math.abs(row[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0);
      return isLarger ? column + i : best;
    }, column);
    [rows[column], rows[pivot]] = [rows[pivot] ?? [], rows[column] ?? []];
    const top = rows[column] ?? [];
    for (let r = column + 1; r < size; r += 1) {
      const row = rows[r] ?? [];
      const factor = (row[column] ?? 0) / (top[column] ?? 1);
      for (let i = column; i <= size; i += 1) row[i] = (row[i] ?? 0) - factor * (top[i] ?? 0);
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let r = size - 1; r >= 0; r -= 1) {
    const row = rows[r] ?? [];
    let rest = row[size] ?? 0;
    for (let i = r + 1; i < size; i += 1) rest -= (row[i] ?? 0) * (solution[i] ?? 0);
    solution[r] = rest / (row[r] ?? 1);
  }
  return solution;
}
