import { Module, type DynamicModule } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { MailModule } from '@mailroom/mail';
import { DeliveryClaimRepository } from './delivery-claim.repository.js';
import { DeliveryLogRepository } from './delivery-log.repository.js';
import { DeliveryRepository } from './delivery.repository.js';
import { OperatorWebhookRepository } from './operator/operator-webhook.repository.js';
import { Poster } from './post.js';
import { WebhookAdministration } from './webhook-administration.js';
import { WebhookDispatcher } from './webhook-dispatcher.js';
import { WebhookTester } from './webhook-tester.js';
import { WebhookRepository } from './webhook.repository.js';
import { WebhookService } from './webhook.service.js';
import { WebhookOptions } from './webhook.js';

/** The rows of webhooks, for those whose own changes concern them. */
@Module({ providers: [WebhookRepository], exports: [WebhookRepository] })
export class WebhookRowsModule {}

/** Subscribes webhooks; the APIs need this module. */
@Module({})
export class WebhooksModule {
  static with(options: WebhookOptions): DynamicModule {
    const { allowPrivate, timeoutMs } = options;
    const providers = [
      { provide: WebhookOptions, useValue: options },
      { provide: Poster, useValue: new Poster({ allowPrivate, timeoutMs }) },
      DeliveryLogRepository,
      OperatorWebhookRepository,
      WebhookTester,
      WebhookRepository,
      WebhookService,
      WebhookAdministration,
    ];
    return {
      module: WebhooksModule,
      imports: [IdentityModule, MailModule],
      providers,
      exports: [OperatorWebhookRepository, WebhookService, WebhookAdministration],
    };
  }
}

/**
 * Delivers webhooks; `bodies` is the module that exports their `WebhookBody`. Needs Database, EventBus and BlobStore from
 * a global module.
 */
@Module({})
export class WebhookDeliveryModule {
  static with(options: WebhookOptions, bodies: DynamicModule): DynamicModule {
    const { allowPrivate, timeoutMs } = options;
    return {
      module: WebhookDeliveryModule,
      imports: [bodies],
      providers: [
        { provide: WebhookOptions, useValue: options },
        { provide: Poster, useValue: new Poster({ allowPrivate, timeoutMs }) },
        DeliveryRepository,
        DeliveryClaimRepository,
        WebhookDispatcher,
      ],
      exports: [WebhookDispatcher],
    };
  }
}
