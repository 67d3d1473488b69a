import type { INestApplication } from '@nestjs/common';
import { resources } from '@mailroom/agent-view';
import { describeApi } from '@mailroom/openapi';
import { envelopeSchemas } from './envelope-schemas.js';
import { errorComponents, errorResponses } from './error-responses.js';
import { requestExamples } from './request-examples.js';

const description = `Mailboxes for AI agents: mail that arrives becomes a task that exactly one agent holds under a lease.

Every answer is an envelope \`{ ok, code, message, requestId, data }\`; a failure adds \`error\` with its \`type\`, what to
do about it in \`fix\`, and the fields at fault in \`errors\`. A manager token names the mailbox with \`accountId\`.`;

/** The OpenAPI document of the agent API. */
export function describeAgentApi(app: INestApplication, baseUrl: string): object {
  return describeApi(app, {
    title: 'Mailroom agent mailbox API',
    description,
    baseUrl,
    resources,
    schemas: envelopeSchemas,
    failures: { components: errorComponents, responses: errorResponses },
    requestExamples,
    needBodies: new Set(['registerBridge', 'sendEmail', 'storeBody', 'renewTask', 'updateMailbox', 'saveDraft']),
    isIntegerId: (name) => name.endsWith('Id') && name !== 'threadId',
    tagOf,
  });
}

function tagOf(path: string): string {
  const [first = ''] = path.replace('/api/agent/v1/', '').split('/');
  const groups: Record<string, string> = {
    me: 'identity',
    read: 'emails',
    send: 'sending',
    reply: 'sending',
    'body-refs': 'sending',
  };
  return groups[first] ?? first;
}
