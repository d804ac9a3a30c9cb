export { accountOfInvoice, invoiceOfPayment, linkPayment, paymentsOfInvoice } from './queries.ts';
export { invoiceData } from './read-invoices.ts';
export { reportRevenue } from './report-revenue.ts';
export { reversePlanPayment } from './reverse-plan-payment.ts';
export { invoiceRoutes } from './routes.ts';
export {
  type InvoicedPayment,
  refundInvoice,
  reverseRefund,
  writeInvoice,
} from './write-invoice.ts';
