import { Controller, Get, Param, Query } from '@nestjs/common';
import { ledgerCauses, OperatorBillingRepository, ReceiptRepository, receiptStatuses } from '@mailroom/billing';
import { DomainError, invalidParameter } from '@mailroom/errors';
import { idPage, listPage, pageOf, pageParameters, query, type Query as QueryString } from '@mailroom/http';
import { cursorPageOf, one, Operation, type QueryParameter } from '@mailroom/openapi';
import { searchText } from '../search-text.js';
import { tenantParameter } from '../tenant-parameter.js';
import { ledgerEntryResource, ledgerEntryView } from './ledger-entry.js';
import { receiptResource, receiptView } from './receipt.js';

const receiptParameters: Readonly<Record<string, QueryParameter>> = {
  ...tenantParameter,
  status: { type: 'string', description: 'how far it has come', enum: receiptStatuses },
  ...pageParameters,
};

const ledgerParameters: Readonly<Record<string, QueryParameter>> = {
  ...tenantParameter,
  cause: { type: 'string', description: 'with causeId: what moved them', enum: ledgerCauses },
  causeId: { type: 'string', description: 'with cause: the receipt, recipient, grant or proof', maxLength: 200 },
  ...pageParameters,
};

@Controller()
export class BillingController {
  constructor(
    private readonly billing: OperatorBillingRepository,
    private readonly receipts: ReceiptRepository,
  ) {}

  @Get('receipts')
  @Operation({
    summary: 'What tenants were asked to pay and have paid, newest first',
    answer: cursorPageOf(receiptResource),
    query: receiptParameters,
  })
  async listReceipts(@Query() parameters: QueryString) {
    const { limit, cursor } = listPage(parameters, /^rcp_[0-9a-f]{32}$/);
    const [tenantId, status] = [searchText(parameters, 'tenantId'), query.oneOf(parameters, 'status', receiptStatuses)];
    const found = await this.billing.receipts({ tenantId, status }, { cursor, limit: limit + 1 });
    return pageOf(found.map(receiptView), limit, ({ receiptId }) => receiptId);
  }

  @Get('receipts/:receiptId')
  @Operation({ summary: 'One receipt', answer: one(receiptResource) })
  async getReceipt(@Param('receiptId') receiptId: string) {
    const receipt = await this.receipts.find(receiptId);
    if (!receipt) throw new DomainError('not_found', `There is no receipt ${receiptId}.`);
    return receiptView(receipt);
  }

  @Get('ledger')
  @Operation({
    summary: 'Moves of credits, newest first',
    answer: cursorPageOf(ledgerEntryResource),
    query: ledgerParameters,
  })
  async listLedger(@Query() parameters: QueryString) {
    const { limit, cursor } = idPage(parameters);
    const filter = { tenantId: searchText(parameters, 'tenantId'), cause: causeOf(parameters) };
    const found = await this.billing.ledger(filter, { cursor, limit: limit + 1 });
    return pageOf(found.map(ledgerEntryView), limit, ({ entryId }) => String(entryId));
  }
}

function causeOf(parameters: QueryString) {
  const [type, id] = [query.oneOf(parameters, 'cause', ledgerCauses), searchText(parameters, 'causeId')];
  if (type === undefined && id === undefined) return undefined;
  if (type === undefined) throw invalidParameter('cause', 'is needed beside causeId');
  if (id === undefined) throw invalidParameter('causeId', 'is needed beside cause');
  return { type, id };
}
