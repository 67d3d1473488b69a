import type { INestApplication } from '@nestjs/common';
import { describeApi } from '@mailroom/openapi';
import { errorComponents, errorResponses, errorSchema } from './failures.js';
import { requestExamples } from './request-examples.js';
import { resources } from './resources.js';

const description = `Mailboxes that anyone gets with one call: signup, the mailbox of the token, sending, credits and payments.

Bodies are plain JSON. A failure is \`{ error, message, requestId }\` with what to do about it in \`fix\`, and the fields at
fault in \`errors\`. The \`accessToken\` of a signup works on the agent API as well.`;

/** The OpenAPI document of hosted mailboxes. */
export function describeBillingApi(app: INestApplication, baseUrl: string): object {
  return describeApi(app, {
    title: 'Mailroom hosted mailbox API',
    description,
    baseUrl,
    resources,
    schemas: { Error: errorSchema },
    failures: { components: errorComponents, responses: errorResponses },
    requestExamples,
    needBodies: new Set(['sendMessage', 'replyToMessage']),
    publicOperations: new Set(['signUp']),
    isIntegerId: () => false,
    tagOf,
  });
}

function tagOf(path: string): string {
  const [, , first = ''] = path.split('/');
  return { auth: 'tokens', tenants: 'policy', 'outbound-jobs': 'messages' }[first] ?? first;
}
