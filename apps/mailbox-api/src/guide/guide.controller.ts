import { Controller, Get, Headers } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Tools } from '@mailroom/agent-tools';
import { Needs, RawAnswer } from '@mailroom/http';
import { ApiSettings } from '../api-settings.js';
import { agentGuide, llmsText, serviceAgent, type GuideSource } from './agent-guide.js';
import { html, markdown } from './blocks.js';
import { operationsOf } from './described-api.js';

/** Where agents look for these documents; they are also served below the API's prefix. */
export const GUIDE_PATHS = ['/agent-guide', '/llms.txt', '/.well-known/service-agent.json'];

const headers = {
  'cache-control': 'public, max-age=300',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  vary: 'accept',
};

/** The documents by which an agent finds its way, made from the OpenAPI document and the tools themselves. */
@ApiExcludeController()
@Controller()
@Needs('public')
export class GuideController {
  constructor(
    private readonly settings: ApiSettings,
    private readonly tools: Tools,
  ) {}

  /** Markdown, and HTML for a browser. */
  @Get('agent-guide')
  showGuide(@Headers('accept') accept = ''): RawAnswer {
    const blocks = agentGuide(this.#source);
    if (!accept.includes('text/html')) return answer('text/markdown; charset=utf-8', markdown(blocks));
    return answer('text/html; charset=utf-8', html('Mailroom for agents', blocks));
  }

  @Get('llms.txt')
  showIndex(): RawAnswer {
    return answer('text/plain; charset=utf-8', llmsText(this.#source));
  }

  @Get('.well-known/service-agent.json')
  showManifest(): RawAnswer {
    return answer('application/json', JSON.stringify(serviceAgent(this.#source)));
  }

  get #source(): GuideSource {
    const { baseUrl, document } = this.settings;
    return { baseUrl, operations: operationsOf(document), tools: this.tools.all };
  }
}

function answer(type: string, text: string): RawAnswer {
  return new RawAnswer(Buffer.from(text), { ...headers, 'content-type': type });
}
