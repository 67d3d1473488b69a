import { Module, type DynamicModule } from '@nestjs/common';
import { AgentViewModule, type AgentViewOptions } from '@mailroom/agent-view';
import { IdentityModule } from '@mailroom/identity';
import { EmailWaits, MailModule } from '@mailroom/mail';
import { SearchModule } from '@mailroom/search';
import { SendingModule } from '@mailroom/sending';
import { TasksModule, WaitingClaims } from '@mailroom/tasks';
import { ToolMail } from './mail/tool-mail.js';
import { Tools, toolSources } from './tools/tools.js';

/** Provides the tools; needs Database, BlobStore, EventFeed, SendLimits and WaitRoom from a global module. */
@Module({})
export class AgentToolsModule {
  static with(options: AgentViewOptions): DynamicModule {
    return {
      module: AgentToolsModule,
      imports: [AgentViewModule.with(options), IdentityModule, MailModule, SearchModule, SendingModule, TasksModule],
      providers: [
        ...[EmailWaits, ToolMail, WaitingClaims, ...toolSources],
        { provide: Tools, useFactory: Tools.of, inject: toolSources },
      ],
      exports: [Tools],
    };
  }
}
