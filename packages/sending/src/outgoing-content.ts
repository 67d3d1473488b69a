import { Injectable } from '@nestjs/common';
import { RawMessageRepository, type StoredMessage } from '@mailroom/mail';
import { DkimKeyService } from './dkim/dkim-key.service.js';
import { dkimSignature } from './dkim/dkim-signature.js';
import { MailTransport } from './mail-transport.js';
import type { OutboundJob } from './outbound-job.repository.js';
import { OutboundOptions } from './outbound.options.js';

/** The bytes that the next hop receives. */
@Injectable()
export class OutgoingContent {
  constructor(
    private readonly rawMessages: RawMessageRepository,
    private readonly keys: DkimKeyService,
    private readonly transport: MailTransport,
    private readonly options: OutboundOptions,
  ) {}

  /** Signs the message for its domain, which is that of its return path, if the mail leaves the installation. */
  async load({ envelopeSender }: OutboundJob, stored: StoredMessage): Promise<Buffer> {
    const content = await this.rawMessages.load(stored);
    if (!this.transport.leaves || !this.options.sign) return content;
    const key = await this.keys.signingKey(envelopeSender.slice(envelopeSender.lastIndexOf('@') + 1));
    return Buffer.concat([await dkimSignature(content, key, new Date()), content]);
  }
}
