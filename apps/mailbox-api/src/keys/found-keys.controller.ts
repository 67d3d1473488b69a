import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { foundKeysResource, foundKeysView } from '@mailroom/agent-view';
import { KeyFinder } from '@mailroom/found-keys';
import { Caller, Needs, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { one } from '@mailroom/openapi';
import { Operation } from '../openapi/api-operation.js';
import { PinKeyDto } from './pin-key.dto.js';

const addressParameter = { address: { type: 'string', description: 'whose keys to find', required: true } } as const;

/** The keys of those to whom mail is written. */
@Controller('keys')
@Needs('send')
export class FoundKeysController {
  constructor(private readonly finder: KeyFinder) {}

  @Get('find')
  @Operation({
    summary: 'Find the OpenPGP keys of an address; the first one is pinned',
    answer: one(foundKeysResource),
    query: addressParameter,
  })
  async findKeys(@Caller() caller: Principal, @Query() { address }: QueryString) {
    return foundKeysView(await this.finder.find(caller, typeof address === 'string' ? address : ''));
  }

  @Post('pins')
  @Operation({ summary: 'Accept another key of an address than the one before', answer: one(foundKeysResource) })
  async pinKey(@Caller() caller: Principal, @Body() { address, fingerprint }: PinKeyDto) {
    return foundKeysView(await this.finder.pin(caller, address, fingerprint));
  }
}
