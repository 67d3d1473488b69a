import { Controller, Get, Query } from '@nestjs/common';
import { Caller, ClientGone, Needs, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { Operation } from '@mailroom/openapi';
import { PaymentProofHeader, Proof } from '../leases/payment-proof.header.js';
import { WalletCaller } from '../leases/wallet-caller.js';
import { LeasedMessages } from './leased-messages.js';
import { messagePage } from './message-page.js';
import { messageParameters, messagesQuery } from './messages-query.js';

const listing = { answer: messagePage, query: messageParameters };

@Controller('messages')
export class MessagesController {
  constructor(
    private readonly callers: WalletCaller,
    private readonly messages: LeasedMessages,
  ) {}

  @Get()
  @Needs('read')
  @PaymentProofHeader()
  @Operation({ summary: 'Received messages, newest first, with their codes and links', ...listing })
  async readMessages(
    @Caller() caller: Principal,
    @Proof() proof: string | undefined,
    @Query() parameters: QueryString,
    @ClientGone() gone: AbortSignal,
  ) {
    const query = messagesQuery(parameters);
    const mailbox = await this.callers.mailbox(caller, query.mailboxId);
    return this.messages.page(mailbox, query, { caller, proof, gone });
  }
}
