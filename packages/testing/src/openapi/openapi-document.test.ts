import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import { OpenApiDocument } from './openapi-document.js';

/** The document of one operation, `GET /v1/mails/{mailId}`, in which nothing is wrong but what `changes` brings. */
async function documentOf(changes: object, schemas: object = {}): Promise<OpenApiDocument> {
  const json = (example: object) => ({ content: { 'application/json': { schema: { type: 'object' }, example } } });
  const operation = {
    operationId: 'getMail',
    summary: 'Shows a mail',
    security: [],
    parameters: [{ name: 'mailId', in: 'path', required: true, schema: { type: 'string' } }],
    responses: { 200: { description: 'It.', ...json({}) }, 400: { description: 'Bad.', ...json({}) } },
    ...changes,
  };
  const whole = {
    openapi: '3.1.0',
    info: { title: 'Mails', version: '1' },
    paths: { '/v1/mails/{mailId}': { get: operation } },
    components: { schemas, responses: {} },
  };
  const file = join(mkdtempSync(join(tmpdir(), 'mailroom-openapi-')), 'openapi.json');
  writeFileSync(file, JSON.stringify(whole));
  return OpenApiDocument.read(pathToFileURL(file), '/v1');
}

const problemsOf = (document: OpenApiDocument) =>
  document.operations.flatMap((operation) => document.problemsOf(operation, [400]));

it('finds nothing in a document that is as it should be', async () => {
  const document = await documentOf({});
  expect(await document.lint()).toEqual([]);
  expect(problemsOf(document)).toEqual([]);
  expect(document.missing('GET /mails/{mailId}')).toEqual([]);
});

it('finds the operation that is missing, and the list that has no bound', async () => {
  const list = { type: 'array', items: { type: 'string' } };
  const document = await documentOf({}, { MailDto: { properties: { to: list, cc: { ...list, maxItems: 5 } } } });
  expect(document.missing('GET /mails/{mailId}, POST /mails')).toEqual(['POST /mails']);
  expect(document.unboundedLists()).toEqual(['MailDto.properties.to']);
});

it.each([
  [{ operationId: 'mail' }, 'mail makes no name of a method'],
  [{ parameters: [] }, 'describes  and needs mailId'],
  [{ requestBody: { required: true, content: {} } }, 'has a body without JSON'],
  [{ requestBody: { content: { 'application/json': { schema: {} } } } }, 'body has no example'],
  [{ responses: { 200: {}, 400: {} } }, 'describes no answer'],
  [
    { responses: { 200: { content: { 'application/json': { schema: { type: 'string' }, example: {} } } }, 400: {} } },
    'answer:  must be string',
  ],
  [{ responses: { 200: { content: {} } } }, 'describes the failures '],
])('finds what is wrong with an operation: %j', async (changes, problem) => {
  expect(problemsOf(await documentOf(changes))).toEqual([problem]);
});
