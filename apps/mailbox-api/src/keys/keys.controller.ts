import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { all, deletedResource, keyResource, keyView } from '@mailroom/agent-view';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { MailboxAccess, MailKeyService } from '@mailroom/mail';
import { one } from '@mailroom/openapi';
import { accountParameter, Operation } from '../openapi/api-operation.js';
import { RegisterKeyDto } from './key.dto.js';

/** The OpenPGP keys of a mailbox. */
@Controller('keys')
@Needs('read')
export class KeysController {
  constructor(
    private readonly keys: MailKeyService,
    private readonly access: MailboxAccess,
  ) {}

  @Get()
  @Operation({ summary: 'List the OpenPGP keys of a mailbox', answer: all(keyResource), query: accountParameter })
  async listKeys(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const mailbox = await this.access.require(caller, query.accountId(parameters));
    return { items: (await this.keys.list(mailbox)).map((key) => keyView(key, caller)) };
  }

  @Post()
  @Operation({ summary: 'Register an OpenPGP key; an owner key replaces the one before', answer: one(keyResource) })
  async registerKey(
    @Caller() caller: Principal,
    @Body() { accountId, kind, publicKey, lockedPrivateKey }: RegisterKeyDto,
  ) {
    const mailbox = await this.access.require(caller, accountId);
    return keyView(await this.keys.register(caller, mailbox, { kind, publicKey, lockedPrivateKey }), caller);
  }

  @Delete(':keyId')
  @Operation({ summary: 'Delete an OpenPGP key', answer: one(deletedResource) })
  async deleteKey(@Caller() caller: Principal, @Param('keyId') keyId: string) {
    const id = query.smallPathId(keyId, 'keyId');
    await this.keys.delete(caller, id);
    return { id };
  }
}
