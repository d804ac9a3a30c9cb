export type Tax = { name: string; percent: number };
export type TaxLine = Tax & { cents: number };

/** Prices include taxes: the lines and the net amount add up to exactly what was paid. */
export function includedTaxes(cents: number, taxes: readonly Tax[]): TaxLine[] {
  const percent = taxes.reduce((sum, tax) => sum + tax.percent, 0);
  const net = Math.round((cents * 100) / (100 + percent));
  let rest = cents - net;
  return taxes.map((tax, index) => {
    const isLast = index === taxes.length - 1;
    const share = isLast ? rest : Math.min(rest, Math.round((net * tax.percent) / 100));
    rest -= share;
    return { ...tax, cents: share };
  });
}

export function netOf(cents: number, lines: readonly TaxLine[]): number {
  return lines.reduce((net, line) => net - line.cents, cents);
}
