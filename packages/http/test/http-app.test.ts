import { request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError } from '@mailroom/errors';
import {
  Body,
  Controller,
  Get,
  Module,
  Post,
  type ArgumentsHost,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  AddRouteConfig,
  asDomainError,
  BodyAdmission,
  createHttpApp,
  MaxBodyBytes,
  RawAnswer,
  type AnswerShape,
  type FailureFilter,
} from '../src/index.js';

const hasKey = (request: FastifyRequest) => request.headers['x-key'] === 'right';
const isPublic = (request: FastifyRequest) => request.routeOptions.url === '/plain/signup';

/** Whoever signs up has no credential yet. */
class PlainBodies extends BodyAdmission {
  override readonly maxBytes = 100;

  override async admit(request: FastifyRequest): Promise<string> {
    if (isPublic(request)) return 'anyone';
    if (hasKey(request)) return 'holder of the key';
    throw new DomainError('missing_token', 'no key');
  }
}

class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return isPublic(request) || hasKey(request);
  }
}

/** Says so where nothing is returned. */
const shape: AnswerShape = (returned, { method }, reply) => {
  if (returned !== undefined) return returned;
  reply.status(200);
  return { nothing: method };
};

const plainFailures: FailureFilter = {
  catch: (error: unknown, host: ArgumentsHost) => {
    const http = host.switchToHttp();
    plainFailures.send(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  },
  send: (error, _request, reply) => {
    const { code } = asDomainError(error);
    reply.status(code === 'payload_too_large' ? 413 : code === 'not_found' ? 404 : 400).send({ oops: code });
  },
};

let handled = 0;

@Controller()
class PlainController {
  @Get('hello')
  hello(): object {
    return { hello: 'world' };
  }

  @Post('nothing-to-say')
  returnNothing(): void {}

  @Get('bytes')
  bytes(): RawAnswer {
    return new RawAnswer(Buffer.from('as they are'), { 'content-type': 'text/plain', 'cache-control': 'max-age=60' });
  }

  @Post('signup')
  @AddRouteConfig({ other: true })
  @MaxBodyBytes(40)
  signUp(@Body() body: object): object {
    handled += 1;
    return { signedUp: body };
  }

  @Post('notes')
  addNote(@Body() body: object): object {
    handled += 1;
    return { noted: body };
  }
}

@Module({ controllers: [PlainController], providers: [KeyGuard, PlainBodies] })
class PlainModule {}

let app: NestFastifyApplication;
let url: string;
beforeAll(async () => {
  app = await createHttpApp(PlainModule, {
    prefix: '/plain',
    guard: KeyGuard,
    bodies: PlainBodies,
    shape,
    headers: { 'cache-control': 'no-store' },
    filter: plainFailures,
  });
  await app.listen(0, '127.0.0.1');
  url = `${await app.getUrl()}/plain`;
});
afterAll(() => app.close());

const json = { 'content-type': 'application/json' };
const key = { 'x-key': 'right' };
const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...json, ...headers },
  });
  return [answer.status, await answer.json()];
};

describe('a surface', () => {
  it('answers in its own shape, also where there is no route and where a path is not readable', async () => {
    const get = async (path: string) => (await fetch(`${url}${path}`, { headers: key })).json();
    expect(await get('/hello')).toEqual({ hello: 'world' });
    expect(await get('/nothing')).toEqual({ oops: 'not_found' });
    expect(await get('/%ff')).toEqual({ oops: 'invalid_request' });
  });

  it('shapes what operations return, nothing too, but no bytes', async () => {
    expect(await post('/nothing-to-say', {}, key)).toEqual([200, { nothing: 'POST' }]);
    expect(await (await fetch(`${url}/bytes`, { headers: key })).text()).toBe('as they are');
  });

  it('gives every answer its headers and an id, unless the operation says otherwise', async () => {
    const headersOf = async (path: string) => {
      const { headers } = await fetch(`${url}${path}`, { headers: key });
      return [headers.get('cache-control'), headers.get('content-type'), headers.get('x-request-id')];
    };
    const [id, json] = [expect.stringMatching(/^req_/), 'application/json; charset=utf-8'];
    expect(await headersOf('/hello')).toEqual(['no-store', json, id]);
    expect(await headersOf('/nowhere')).toEqual(['no-store', json, id]);
    expect(await headersOf('/bytes')).toEqual(['max-age=60', 'text/plain', id]);
  });

  it('lets those sign up who have no credential yet, and reads no other body of theirs', async () => {
    handled = 0;
    expect(await post('/signup', { name: 'me' })).toEqual([201, { signedUp: { name: 'me' } }]);
    expect(await post('/notes', { note: 'x' })).toEqual([400, { oops: 'missing_token' }]);
    expect(await post('/notes', { note: 'x' }, key)).toEqual([201, { noted: { note: 'x' } }]);
    expect(handled).toBe(2);
  });

  it("reads no more than its own limit, or than the operation's", async () => {
    const [forty, hundred] = [{ t: 'x'.repeat(40 - 8) }, { t: 'x'.repeat(100 - 8) }];
    expect((await post('/signup', forty))[0]).toBe(201);
    expect(await post('/signup', { t: 'x'.repeat(41 - 8) })).toEqual([413, { oops: 'payload_too_large' }]);
    expect((await post('/notes', hundred, key))[0]).toBe(201);
    expect(await post('/notes', { t: 'x'.repeat(101 - 8) }, key)).toEqual([413, { oops: 'payload_too_large' }]);
  });

  it('holds a body to that limit that does not announce its length', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const request = send(
        `${url}/signup`,
        { method: 'POST', headers: json },
        (response) => void text(response).then(resolve),
      );
      request.on('error', reject);
      request.write(`{"t":"${'x'.repeat(20)}`);
      request.end(`${'x'.repeat(20)}"}`);
    });
    expect(JSON.parse(answer)).toEqual({ oops: 'payload_too_large' });
  });
});
