export { accountOfInvoice, invoiceOfPayment, linkPayment, paymentsOfInvoice } from './queries.ts';
export { invoiceData } from './read-invoices.ts';
export { type RevenueLine, reportRevenue } from './report-revenue.ts';
export { type ReversedPlan, reversePlanPayment } from './reverse-plan-payment.ts';
export { invoiceRoutes } from './routes.ts';
export {
  type InvoicedPayment,
  type InvoiceRefund,
  refundInvoice,
  reverseRefund,
  writeInvoice,
} from './write-invoice.ts';
