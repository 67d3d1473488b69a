import { ClaimNextTaskTool } from './claim-next-task.tool.js';
import { GetAttachmentTextTool } from './get-attachment-text.tool.js';
import { GetEmailTool } from './get-email.tool.js';
import { GetThreadTool } from './get-thread.tool.js';
import { ListEmailsTool } from './list-emails.tool.js';
import { SearchEmailsTool } from './search-emails.tool.js';
import { SendingTools } from './sending.tools.js';
import { TaskLeaseTools } from './task-lease.tools.js';
import type { Tool, ToolSource } from './tool.js';
import { WaitForEmailTool } from './wait-for-email.tool.js';
import { WhoamiTool } from './whoami.tool.js';

/** Where the tools come from, in the order in which a client lists them. */
export const toolSources = [
  WhoamiTool,
  ListEmailsTool,
  SearchEmailsTool,
  GetEmailTool,
  GetThreadTool,
  GetAttachmentTextTool,
  WaitForEmailTool,
  SendingTools,
  ClaimNextTaskTool,
  TaskLeaseTools,
];

/** Every tool that is offered. */
export class Tools {
  constructor(readonly all: readonly Tool[]) {}

  static of(...sources: readonly ToolSource[]): Tools {
    return new Tools(sources.flatMap(({ tools }) => tools));
  }
}
