import { Global, Module, type DynamicModule } from '@nestjs/common';
import { PaymentsModule, PaymentsOptions, readPayments } from '@mailroom/billing';
import { BlobStore } from '@mailroom/blobs';
import { Database, SEARCH_DATABASE } from '@mailroom/database';
import { IdentityModule } from '@mailroom/identity';
import { MailModule } from '@mailroom/mail';
import { MessagingModule } from '@mailroom/messaging';
import { SearchModule } from '@mailroom/search';
import { SendingModule } from '@mailroom/sending';
import { WebhookOptions, WebhooksModule } from '@mailroom/webhooks';

/** The domain packages without an app around them; the first start and the operator's command use it. */
@Global()
@Module({})
export class ServicesModule {
  static with(database: Database, blobs: BlobStore, searchDatabase?: Database): DynamicModule {
    const resources = [
      { provide: Database, useValue: database },
      { provide: BlobStore, useValue: blobs },
      ...(searchDatabase ? [{ provide: SEARCH_DATABASE, useValue: searchDatabase }] : []),
    ];
    const webhooks = WebhooksModule.with(new WebhookOptions('none', () => {}));
    // Nothing is paid here; what a person settles brings what it was paid for.
    const { prices } = readPayments({}, () => {});
    const payments = PaymentsModule.with(new PaymentsOptions(prices, null, () => {}));
    const modules = [IdentityModule, payments, MailModule, SearchModule, MessagingModule, SendingModule, webhooks];
    return { module: ServicesModule, imports: modules, providers: resources, exports: [...resources, ...modules] };
  }
}
