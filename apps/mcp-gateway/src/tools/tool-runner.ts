import { Injectable } from '@nestjs/common';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { CallToolResult, Tool as ToolDescription } from '@modelcontextprotocol/server';
import { Fence, Tools, type Tool, type ToolAnswer } from '@mailroom/agent-tools';
import { DomainError, type FieldError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import type { Schema } from '@mailroom/openapi';
import { toolCalls } from '../mcp-metrics.js';
import { McpSettings } from '../mcp-settings.js';
import { toolFailure } from './tool-failure.js';

type Offered = { readonly tool: Tool; readonly validate: ValidateFunction; readonly description: ToolDescription };

const notes = {
  warning: { type: 'string', description: 'read this first' },
  notice: { type: 'string', description: 'which parts of this answer somebody else wrote' },
  error: {
    type: 'object',
    required: ['type', 'message', 'retryable'],
    properties: {
      type: { type: 'string' },
      message: { type: 'string' },
      fix: { type: 'string', description: 'what to do about it' },
      retryable: { type: 'boolean' },
      retryAfterSeconds: { type: 'integer' },
      errors: { type: 'array', items: { type: 'object' } },
    },
  },
} as const;

/** Offers the tools, checks what they are called with, and puts their answers into the protocol's form. */
@Injectable()
export class ToolRunner {
  readonly #offered: ReadonlyMap<string, Offered>;
  /** What `tools/list` says. */
  readonly descriptions: ToolDescription[];

  constructor(
    tools: Tools,
    private readonly settings: McpSettings,
  ) {
    const ajv = new Ajv2020({ allErrors: true, strict: false });
    const offered = tools.all.map((tool) => {
      const input = closed(tool.input);
      return [tool.name, { tool, validate: ajv.compile(input), description: describe(tool, input) }] as const;
    });
    this.#offered = new Map(offered);
    this.descriptions = offered.map(([, { description }]) => description);
  }

  has(name: string): boolean {
    return this.#offered.has(name);
  }

  /** Runs a tool that is offered. Whatever it throws becomes an answer that the model can act on. */
  async run(caller: Principal, name: string, input: unknown, gone: AbortSignal): Promise<CallToolResult> {
    const offered = this.#offered.get(name);
    if (!offered) throw new Error(`There is no tool ${name}.`);
    const fence = new Fence();
    try {
      const answer = await offered.tool.run({ caller, fence, gone }, checked(offered.validate, input));
      toolCalls(name, 'ok').inc();
      return success(answer, fence);
    } catch (error) {
      const failure = toolFailure(error, this.settings.onError);
      toolCalls(name, failure.type).inc();
      return {
        isError: true,
        content: [text(JSON.stringify({ error: failure }))],
        structuredContent: { error: failure },
      };
    }
  }
}

/** No field that the tool does not know is taken. */
function closed(input: Schema<unknown>): Schema<unknown> {
  return { ...input, additionalProperties: false };
}

function describe({ name, title, description, output, traits }: Tool, input: Schema<unknown>): ToolDescription {
  const { properties, required, ...rest } = output as { properties: object; required: string[] };
  const outputSchema = {
    ...rest,
    properties: { ...notes, ...properties },
    anyOf: [{ required }, { required: ['error'] }],
  };
  const described = { name, title, description, inputSchema: input, outputSchema, annotations: { title, ...traits } };
  return described as unknown as ToolDescription;
}

function checked(validate: ValidateFunction, input: unknown): unknown {
  const given = input ?? {};
  if (validate(given)) return given;
  const fields = (validate.errors ?? [])
    .slice(0, 20)
    .map(({ instancePath, message = 'is wrong', params }): FieldError => {
      const path = instancePath.slice(1).replaceAll('/', '.');
      const extra = 'additionalProperty' in params ? String(params.additionalProperty) : '';
      const missing = 'missingProperty' in params ? String(params.missingProperty) : '';
      const field = [path, extra || missing].filter((part) => part !== '').join('.');
      const words = 'allowedValues' in params ? `must be one of ${[params.allowedValues].flat().join(', ')}` : message;
      return {
        field: field.slice(0, 100),
        message: extra ? 'is not a field of this tool' : missing ? 'is required' : words,
      };
    });
  throw new DomainError('invalid_request', `The field "${fields[0]?.field}" ${fields[0]?.message}.`, {
    fields,
    fix: 'Call the tool again with the fields that its inputSchema describes.',
  });
}

/** The warning comes first, then what the marks mean, then the data. */
function success({ output, warnings = [] }: ToolAnswer<unknown>, fence: Fence): CallToolResult {
  const data = JSON.stringify(output);
  const notice = data.includes(`<mail-${fence.nonce} `) ? fence.legend : undefined;
  const warning = warnings.length > 0 ? `WARNING: ${warnings.join(' ')}` : undefined;
  const head = [warning, notice].filter((line) => line !== undefined);
  return {
    content: [...(head.length > 0 ? [text(head.join('\n\n'))] : []), text(data)],
    structuredContent: {
      ...(warning !== undefined && { warning }),
      ...(notice !== undefined && { notice }),
      ...(output as object),
    },
  };
}

function text(value: string) {
  return { type: 'text' as const, text: value };
}
