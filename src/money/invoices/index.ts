export {
  type InvoicedPayment,
  type InvoiceRefund,
  refundInvoice,
  reverseRefund,
  writeInvoice,
} from './write-invoice.ts';
