import { Body, Controller, Get, Headers, Post, Query, Res, UseInterceptors } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { BillingService, Ledger, ReceiptRepository } from '@mailroom/billing';
import {
  announceSettled,
  Caller,
  idPage,
  listPage,
  Needs,
  pageOf,
  pageParameters,
  PaymentHeaders,
  type Query as QueryString,
} from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { cursorPageOf, one, Operation } from '@mailroom/openapi';
import type { FastifyReply } from 'fastify';
import { ApiSettings } from '../api-settings.js';
import { billingAccountResource, billingAccountView } from './billing-account.js';
import { ConfirmPaymentDto, TopUpDto } from './billing.dto.js';
import { ledgerEntryResource, ledgerEntryView } from './ledger-entry.js';
import { receiptResource, receiptView } from './receipt.js';
import { upgradeResource, upgradeView } from './upgrade.js';

const PROOF = 'payment-signature';
const ProofHeader = () =>
  ApiHeader({ name: PROOF, required: false, description: 'the quote, signed by an x402 client, version 2' });
const quoted = 'The first request is answered with 402 and a quote; the same request with the signed quote pays it.';

@Controller('v1/billing')
@UseInterceptors(PaymentHeaders)
export class BillingController {
  constructor(
    private readonly billing: BillingService,
    private readonly ledger: Ledger,
    private readonly receipts: ReceiptRepository,
    private readonly settings: ApiSettings,
  ) {}

  @Get('account')
  @Needs('any')
  @Operation({ summary: 'Credits, billing state and prices of the tenant', answer: one(billingAccountResource) })
  async getBillingAccount(@Caller() { tenantId }: Principal) {
    return billingAccountView(tenantId, await this.billing.account(tenantId));
  }

  @Post('topup')
  @Needs('any')
  @ProofHeader()
  @Operation({ summary: 'Buy credits', description: quoted, answer: one(receiptResource) })
  async topUp(
    @Caller() caller: Principal,
    @Body() { credits }: TopUpDto,
    @Headers(PROOF) proof: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const receipt = await this.billing.topUp(this.#request(caller, proof), credits);
    announceSettled(reply, receipt);
    return receiptView(receipt);
  }

  @Post('upgrade-intent')
  @Needs('any')
  @ProofHeader()
  @Operation({ summary: 'Ask for an upgrade, and pay for it', description: quoted, answer: one(upgradeResource) })
  async requestUpgrade(
    @Caller() caller: Principal,
    @Headers(PROOF) proof: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const answer = await this.billing.upgrade(this.#request(caller, proof));
    if (answer.receipt) announceSettled(reply, answer.receipt);
    return upgradeView(answer);
  }

  @Post('payment/confirm')
  @Needs('any')
  @Operation({ summary: 'Try again to settle a receipt', answer: one(receiptResource) })
  async confirmPayment(
    @Caller() caller: Principal,
    @Body() { receiptId }: ConfirmPaymentDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const receipt = await this.billing.confirm(this.#request(caller, undefined), receiptId);
    announceSettled(reply, receipt);
    return receiptView(receipt);
  }

  @Get('receipts')
  @Needs('any')
  @Operation({ summary: 'Receipts, newest first', answer: cursorPageOf(receiptResource), query: pageParameters })
  async listReceipts(@Caller() { tenantId }: Principal, @Query() parameters: QueryString) {
    const { limit, cursor } = listPage(parameters, /^rcp_[0-9a-f]{32}$/);
    const found = await this.receipts.list(tenantId, cursor, limit + 1);
    return pageOf(found.map(receiptView), limit, ({ receiptId }) => receiptId);
  }

  @Get('ledger')
  @Needs('any')
  @Operation({
    summary: 'Moves of credits, newest first',
    answer: cursorPageOf(ledgerEntryResource),
    query: pageParameters,
  })
  async listLedger(@Caller() { tenantId }: Principal, @Query() parameters: QueryString) {
    const { limit, cursor } = idPage(parameters);
    const found = await this.ledger.list(tenantId, { cursor, limit: limit + 1 });
    return pageOf(found.map(ledgerEntryView), limit, ({ entryId }) => String(entryId));
  }

  #request({ tenantId }: Principal, proof: string | undefined) {
    return { tenantId, baseUrl: this.settings.baseUrl, proof };
  }
}
