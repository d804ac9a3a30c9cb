export { invoiceData } from './read-invoices.ts';
export { invoiceRoutes } from './routes.ts';
export {
  type InvoicedPayment,
  type InvoiceRefund,
  refundInvoice,
  reverseRefund,
  writeInvoice,
} from './write-invoice.ts';
