import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { all, bridgeResource, bridgeView, deletedResource, registeredBridgeResource } from '@mailroom/agent-view';
import { invalidField } from '@mailroom/errors';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { BridgeService, MailboxAccess } from '@mailroom/mail';
import { one } from '@mailroom/openapi';
import { accountParameter, Operation } from '../openapi/api-operation.js';
import { RegisterBridgeDto } from './bridge.dto.js';

/** The bridges that hold private keys of agents, each on the machine of its agent. */
@Controller('bridge')
@Needs('read')
export class BridgesController {
  constructor(
    private readonly bridges: BridgeService,
    private readonly access: MailboxAccess,
  ) {}

  @Get()
  @Operation({ summary: 'List the local bridges of a mailbox', answer: all(bridgeResource), query: accountParameter })
  async listBridges(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const mailbox = await this.access.require(caller, query.accountId(parameters));
    return { items: (await this.bridges.list(mailbox)).map(bridgeView) };
  }

  @Post('register')
  @Operation({
    summary: 'Register a local bridge for an agent key of this token',
    answer: one(registeredBridgeResource),
  })
  async registerBridge(@Caller() caller: Principal, @Body() body: RegisterBridgeDto) {
    const mailbox = await this.access.require(caller, body.accountId);
    const { bridge, secret } = await this.bridges.register(caller, mailbox, keyOf(body));
    return { ...bridgeView(bridge), bridgeId: String(bridge.id), secret };
  }

  @Delete(':bridgeId')
  @Operation({ summary: 'End the registration of a local bridge', answer: one(deletedResource) })
  async deleteBridge(@Caller() caller: Principal, @Param('bridgeId') bridgeId: string) {
    const id = query.smallPathId(bridgeId, 'bridgeId');
    await this.bridges.delete(caller, id);
    return { id };
  }
}

function keyOf({ keyId, publicKeyFingerprint }: RegisterBridgeDto) {
  if (keyId !== undefined && publicKeyFingerprint === undefined) return { keyId };
  if (keyId === undefined && publicKeyFingerprint !== undefined)
    return { fingerprint: publicKeyFingerprint.toLowerCase() };
  throw invalidField('keyId', 'or publicKeyFingerprint is required, and not both');
}
