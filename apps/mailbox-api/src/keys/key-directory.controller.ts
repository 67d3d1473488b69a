import { Controller, Get, Header, Param, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DomainError } from '@mailroom/errors';
import { Needs, RawAnswer } from '@mailroom/http';
import { MailKeyRepository } from '@mailroom/mail';
import type { FastifyRequest } from 'fastify';
import { KeyLookups } from './key-lookups.js';

/** Where mail programs look for keys (draft-koch-openpgp-webkey-service §3.1); it is also served below the API's prefix. */
export const KEY_DIRECTORY_PATH = '/.well-known/openpgpkey';

/** A page may look a key up too, and see that there is none: nothing here depends on who asks. */
const ForPages = () => Header('access-control-allow-origin', '*');

const headers = {
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
};

const HASH = /^[ybndrfg8ejkmcpqxot1uwisza345h769]{32}$/;

/**
 * The Web Key Directory: the owner keys of mailboxes, by a hash of their local part. Its direct method names the domain as the
 * host that is asked, the advanced one in the path.
 */
@ApiExcludeController()
@Controller(KEY_DIRECTORY_PATH)
@Needs('public')
export class KeyDirectoryController {
  constructor(
    private readonly keys: MailKeyRepository,
    private readonly lookups: KeyLookups,
  ) {}

  @ForPages()
  @Get('hu/:hash')
  async findDirectly(@Param('hash') hash: string, @Req() request: FastifyRequest): Promise<RawAnswer> {
    return this.#find(request.hostname, hash, request);
  }

  @ForPages()
  @Get(':domain/hu/:hash')
  async findOfDomain(
    @Param('domain') domain: string,
    @Param('hash') hash: string,
    @Req() request: FastifyRequest,
  ): Promise<RawAnswer> {
    return this.#find(domain, hash, request);
  }

  /** No flags: a program need not confirm anything, and there is no address to submit keys to. */
  @ForPages()
  @Get(['policy', ':domain/policy'])
  showPolicy(): RawAnswer {
    return new RawAnswer(Buffer.alloc(0), { ...headers, 'content-type': 'text/plain' });
  }

  async #find(domain: string, hash: string, request: FastifyRequest): Promise<RawAnswer> {
    this.lookups.count(request);
    const key = HASH.test(hash) ? await this.keys.findPublished(hash, domain.toLowerCase()) : null;
    if (!key) throw new DomainError('not_found', 'There is no such key.');
    return new RawAnswer(key, { ...headers, 'content-type': 'application/octet-stream' });
  }
}
