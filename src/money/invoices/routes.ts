import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, errors, PageQuery } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { labelOfProvider } from '../providers/index.ts';
import { numberOf } from './describe-invoice.ts';
import { printInvoice } from './print-invoice.ts';
import { listInvoices, readInvoice } from './read-invoices.ts';
import { InvoicePage, InvoiceParams } from './schemas.ts';

export function invoiceRoutes(deps: { db: Db }): FastifyPluginAsyncTypebox {
  return async (app) => {
    const config = { auth: 'bearer-or-session', permission: 'billing:read', bucket: 'general' } as const;
    const tags = ['Billing'];

    const list = {
      tags,
      summary: 'List invoices',
      description: 'Newest first. Every payment has one.',
      querystring: PageQuery,
      response: { 200: InvoicePage },
    };
    app.get('/api/billing/invoices', { schema: list, config }, async (request) =>
      listInvoices(deps, callerOf(request).accountId, request.query),
    );

    const print = {
      tags,
      summary: 'Download an invoice as PDF',
      params: InvoiceParams,
      response: {
        200: {
          description: 'One page of A4.',
          content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
        },
        ...errors(404),
      },
    };
    app.get('/api/billing/invoices/:id.pdf', { schema: print, config }, async (request, reply) => {
      const invoice = await readInvoice(deps, callerOf(request).accountId, request.params.id);
      const name = `invoice-${numberOf(invoice)}.pdf`;
      reply.header('content-disposition', `inline; filename="${name}"`);
      const printed = await printInvoice({ ...invoice, provider: labelOfProvider(invoice.provider) });
      return reply.type('application/pdf').send(printed);
    });
  };
}
