import type { EnvironmentReader } from './reader.ts';

/** Names the sender of invoices, and the taxes that prices include. */
export type InvoicingConfig = {
  name: string;
  addressLines: string[];
  taxId: string | null;
  taxes: { name: string; percent: number }[];
};

export function readInvoicing(read: EnvironmentReader): InvoicingConfig {
  const address = read.text('INVOICE_ADDRESS') ?? '';
  return {
    name: read.text('INVOICE_NAME') ?? 'Vox Humana',
    addressLines: address.split('|').flatMap((line) => line.trim() || []),
    taxId: read.text('INVOICE_TAX_ID') ?? null,
    taxes: readTaxes(read),
  };
}

function readTaxes(read: EnvironmentReader): InvoicingConfig['taxes'] {
  const remedy = 'set the name and percentage of each tax, like VAT:19 or GST:5,PST:7';
  const taxes = read.list('INVOICE_TAXES').map((entry) => {
    const [, name = '', percent = ''] = /^([^:]+):\s*(\d{1,2}(?:\.\d{1,3})?)$/.exec(entry) ?? [];
    if (name === '' || Number(percent) === 0) read.report('INVOICE_TAXES', `"${entry}" is not a tax`, remedy);
    return { name: name.trim(), percent: Number(percent) };
  });
  return taxes;
}
