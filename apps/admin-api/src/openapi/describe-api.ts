import type { INestApplication } from '@nestjs/common';
import { describeApi } from '@mailroom/openapi';
import { errorComponents, errorResponses, errorSchema } from './failures.js';
import { requestExamples } from './request-examples.js';
import { resources } from './resources.js';

const description = `What the operator of an installation sees and decides, over all tenants. The operator's token (\`mro_…\`) is the only
credential, and works nowhere else.

Bodies are plain JSON. A failure is \`{ error, message, requestId }\` with what to do about it in \`fix\`, and the fields at
fault in \`errors\`. Each change takes a \`reason\`, which stands in the audit trail, and may take the \`expectedVersion\` of
what the operator saw: if somebody was faster, the answer is 409 \`conflict\` with the present \`version\`.`;

/** The OpenAPI document of the operator's API. */
export function describeAdminApi(app: INestApplication, baseUrl: string): object {
  return describeApi(app, {
    title: 'Mailroom operator API',
    description,
    baseUrl,
    resources,
    schemas: { Error: errorSchema },
    failures: { components: errorComponents, responses: errorResponses },
    requestExamples,
    needBodies: new Set(),
    isIntegerId: (name) => ['accountId', 'webhookId', 'deliveryId', 'jobId'].includes(name),
    tagOf: (path) => path.split('/')[3] ?? '',
  });
}
