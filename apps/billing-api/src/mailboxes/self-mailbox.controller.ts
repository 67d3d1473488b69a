import { Controller, Get } from '@nestjs/common';
import { Caller, Needs } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { one, Operation } from '@mailroom/openapi';
import { hostedMailboxResource, hostedMailboxView } from './hosted-mailbox.js';
import { SelfMailbox } from './self-mailbox.js';

@Controller('v1/mailboxes/self')
export class SelfMailboxController {
  constructor(private readonly self: SelfMailbox) {}

  @Get()
  @Needs('read')
  @Operation({ summary: "The token's own mailbox", answer: one(hostedMailboxResource) })
  async getOwnMailbox(@Caller() caller: Principal) {
    return hostedMailboxView(await this.self.of(caller), caller);
  }
}
