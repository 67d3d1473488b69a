import { Body, Controller, Post } from '@nestjs/common';
import { Caller, MaxBodyBytes, Needs } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { IdempotencyKey, one, Operation } from '@mailroom/openapi';
import { PaymentProofHeader } from '../leases/payment-proof.header.js';
import { WalletCaller } from '../leases/wallet-caller.js';
import { LeasedSending } from './leased-sending.js';
import { SentWith, type SendHeaders } from './send-headers.js';
import { SEND_BYTES, SendLeasedMessageDto } from './send.dto.js';
import { sendAttemptResource, sendAttemptView } from './send-attempt.js';

@Controller('messages')
export class SendingController {
  constructor(
    private readonly callers: WalletCaller,
    private readonly sending: LeasedSending,
  ) {}

  @Post('send')
  @Needs('send')
  @MaxBodyBytes(SEND_BYTES)
  @IdempotencyKey()
  @PaymentProofHeader()
  @Operation({ summary: 'Send a message', status: 202, answer: one(sendAttemptResource) })
  async sendLeasedMessage(
    @Caller() caller: Principal,
    @SentWith() headers: SendHeaders,
    @Body() body: SendLeasedMessageDto,
  ) {
    const mailbox = await this.callers.mailbox(caller, body.mailbox_id);
    return sendAttemptView(await this.sending.send(caller, mailbox, body, headers));
  }
}
