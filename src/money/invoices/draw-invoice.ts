import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { descriptionOf, formatMoney, numberOf } from './describe-invoice.ts';
import type { InvoiceRow } from './queries.ts';
import { netOf } from './taxes.ts';

const { resolve } = createRequire(import.meta.url);
// The fonts that every PDF reader has lack most of the world's letters.
const REGULAR = resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const BOLD = resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

const LEFT = 56;
const RIGHT = 539;
const WIDTH = RIGHT - LEFT;
const INK = '#1a1a1a';
const FAINT = '#6b6b6b';
const RULE = '#d4d4d4';

/** A page of A4. The same invoice prints the same page. */
export async function drawInvoice(invoice: InvoiceRow): Promise<Buffer> {
  const title = `Invoice ${numberOf(invoice)}`;
  const page = new PDFDocument({
    size: 'A4',
    margin: LEFT,
    info: { Title: title, Author: invoice.issuer.name, CreationDate: invoice.issued_at },
  });
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolveEnd, reject) => page.on('end', resolveEnd).on('error', reject));
  draw(page, invoice);
  page.end();
  await ended;
  return Buffer.concat(chunks);
}

type Page = PDFKit.PDFDocument;

function draw(page: Page, invoice: InvoiceRow): void {
  const { issuer, buyer } = invoice;
  write(page, issuer.name, { y: 56, size: 15, bold: true, width: 280 });
  const taxId = issuer.taxId ? [`Tax ID ${issuer.taxId}`] : [];
  write(page, [...issuer.addressLines, ...taxId].join('\n'), { y: page.y + 4, color: FAINT, width: 280 });
  const issuerEnd = page.y;
  write(page, 'Invoice', { y: 54, size: 22, align: 'right' });
  write(page, numberOf(invoice), { y: 88, align: 'right' });
  write(page, dayOf(invoice.issued_at), { y: 103, align: 'right', color: FAINT });

  write(page, 'BILLED TO', { y: Math.max(issuerEnd, 130) + 40, size: 8, color: FAINT });
  if (buyer.name) write(page, buyer.name, { y: page.y + 4, bold: true });
  write(page, buyer.email, { y: page.y + 2 });

  const top = page.y + 40;
  write(page, 'DESCRIPTION', { y: top, size: 8, color: FAINT });
  write(page, 'AMOUNT', { y: top, size: 8, color: FAINT, align: 'right' });
  rule(page, top + 16);
  row(page, top + 28, descriptionOf(invoice), usd(invoice.cents));
  rule(page, top + 54);
  totals(page, top + 68, invoice);
}

function totals(page: Page, top: number, invoice: InvoiceRow): void {
  const { cents, taxes, refunded_cents: refunded, paid_minor: paidMinor, currency } = invoice;
  const charged = currency === 'USD' ? '' : ` (${formatMoney(paidMinor, currency)})`;
  const lines = [
    ...(taxes.length > 0 ? [{ label: 'Net amount', cents: netOf(cents, taxes) }] : []),
    ...taxes.map((tax) => ({ label: `${tax.name} ${tax.percent}%`, cents: tax.cents })),
    { label: 'Total', cents, bold: true },
    ...(refunded > 0 ? [{ label: 'Refunded', cents: refunded }] : []),
  ];
  let y = top;
  for (const { label, cents: amount, bold = false } of lines) {
    row(page, y, label, usd(amount), { from: 300, bold });
    y += 20;
  }
  const paid = `Paid on ${dayOf(invoice.issued_at)} through ${invoice.provider}${charged}.`;
  write(page, paid, { y: y + 28, color: FAINT });
}

function row(page: Page, y: number, label: string, amount: string, { from = LEFT, bold = false } = {}): void {
  write(page, label, { x: from, y, bold, width: 360 });
  write(page, amount, { y, bold, align: 'right' });
}

type Style = {
  x?: number;
  y: number;
  size?: number;
  bold?: boolean;
  color?: string;
  align?: 'left' | 'right';
  width?: number;
};

function write(page: Page, text: string, style: Style): void {
  const { x = LEFT, y, size = 10, bold = false, color = INK, align = 'left', width = WIDTH } = style;
  page
    .font(bold ? BOLD : REGULAR, size)
    .fillColor(color)
    .text(text, x, y, { width, align, lineGap: 2 });
}

function rule(page: Page, y: number): void {
  page.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor(RULE).stroke();
}

const usd = (cents: number) => formatMoney(cents, 'USD');

function dayOf(time: Date): string {
  return time.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
