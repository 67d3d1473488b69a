import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { type TextKind, textKindOf, textPage, type TextPage, TextReader } from '@mailroom/message';
import { AttachmentService, type FoundAttachment } from '../attachment/attachment.service.js';
import type { Attachment } from '../attachment/attachment.js';
import { TextCache } from './text-cache.js';

@Injectable()
export class AttachmentTextService implements OnApplicationShutdown {
  readonly #texts = new TextCache();
  readonly #underWay = new Map<number, Promise<string>>();

  constructor(
    private readonly attachments: AttachmentService,
    private readonly reader: TextReader,
  ) {}

  /**
   * Returns a piece of an attachment's text.
   *
   * @throws not_found; unsupported_media_type if the kind has no text; invalid_request if the file can't be read;
   * unavailable if too many are being read, or rate_limited if too many of them are the tenant's
   */
  async page(
    principal: Principal,
    id: number,
    wanted: { readonly offset: number; readonly maxChars: number },
  ): Promise<TextPage & { readonly attachment: Attachment }> {
    const found = await this.attachments.require(principal, id);
    const { attachment } = found;
    const kind = textKindOf(attachment.mimeType, attachment.filename);
    if (kind === null) throw withoutText(attachment);
    const text = this.#texts.get(id) ?? (await this.#readOnce(principal.tenantId, found, kind));
    return { attachment, ...textPage(text, wanted) };
  }

  onApplicationShutdown(): Promise<void> {
    return this.reader.close();
  }

  /** Callers of the same attachment share one reading. */
  #readOnce(tenantId: string, found: FoundAttachment, kind: TextKind): Promise<string> {
    const { id } = found.attachment;
    const underWay = this.#underWay.get(id);
    if (underWay) return underWay;
    const reading = this.#read(tenantId, found, kind).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, reading);
    return reading;
  }

  async #read(tenantId: string, found: FoundAttachment, kind: TextKind): Promise<string> {
    const { attachment } = found;
    const outcome = await this.attachments.reading(tenantId, found, ({ content, charset }) =>
      this.reader.read(tenantId, { kind, content, charset }),
    );
    if (!outcome.ok) throw new DomainError('invalid_request', outcome.unreadable, { fix: DOWNLOAD });
    this.#texts.add(attachment.id, outcome.text);
    return outcome.text;
  }
}

const DOWNLOAD = 'Download the attachment from its url and read it in another way.';

function withoutText({ mimeType }: Attachment): DomainError {
  const type = mimeType.replace(/[^\w.+/-]/g, '?').slice(0, 100);
  const detail = `Attachments of the type ${type} have no text that can be read: only text, HTML, CSV, PDF and DOCX have.`;
  return new DomainError('unsupported_media_type', detail, { fix: DOWNLOAD });
}
