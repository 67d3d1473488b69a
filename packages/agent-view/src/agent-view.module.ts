import { Module, type DynamicModule } from '@nestjs/common';
import { MailModule } from '@mailroom/mail';
import { SendingModule } from '@mailroom/sending';
import { TasksModule } from '@mailroom/tasks';
import { WebhookBody } from '@mailroom/webhooks';
import { AgentViewOptions } from './agent-view.options.js';
import { EmailPresenter } from './emails/email.presenter.js';
import { EmailWebhookBody } from './webhooks/email-webhook-body.js';
import { MessageWebhookBody } from './webhooks/message-webhook-body.js';
import { WebhookBodies } from './webhooks/webhook-bodies.js';

/** Shows emails; the surfaces that do need this module. */
@Module({})
export class AgentViewModule {
  static with(options: AgentViewOptions): DynamicModule {
    return {
      module: AgentViewModule,
      imports: [MailModule, TasksModule, SendingModule],
      providers: [{ provide: AgentViewOptions, useValue: options }, EmailPresenter],
      exports: [EmailPresenter],
    };
  }
}

/** Tells webhooks of emails as the surface shows them at which they were created; who delivers webhooks needs this module. */
@Module({})
export class WebhookBodyModule {
  static with(options: AgentViewOptions): DynamicModule {
    return {
      module: WebhookBodyModule,
      imports: [MailModule, TasksModule],
      providers: [
        { provide: AgentViewOptions, useValue: options },
        EmailWebhookBody,
        MessageWebhookBody,
        { provide: WebhookBody, useClass: WebhookBodies },
      ],
      exports: [WebhookBody],
    };
  }
}
