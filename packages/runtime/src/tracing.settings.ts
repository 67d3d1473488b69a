import type { Complain, Environment } from '@mailroom/errors';
import type { TracingOptions } from '@mailroom/observability';

/** Reads OpenTelemetry's own variables; null if no collector is named. */
export function readTracing(env: Environment, complain: Complain): TracingOptions | null {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  } = env;
  if (!endpoint) return null;
  // We don't repeat the value, because it may contain a password.
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    complain('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL.');
  }
  return { endpoint, headers: readHeaders(headers, complain), ratio: readRatio(ratio, complain) };
}

function readRatio(text: string | undefined, complain: Complain): number {
  if (!text) return 1;
  const ratio = /^(?:0|1|0?\.\d{1,10}|1\.0{1,10})$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(ratio)) complain(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}".`);
  return ratio;
}

/** Pairs of `name=value`, separated by commas, with percent-encoded values. */
function readHeaders(text: string | undefined, complain: Complain): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const part of (text ?? '').split(',').filter((candidate) => candidate.trim() !== '')) {
    const [, name, value] = /^\s*([\w-]+)\s*=\s*([\x21-\x7e][\x20-\x7e]*?)\s*$/.exec(part) ?? [];
    if (name !== undefined && value !== undefined) headers[name] = decoded(value);
    // We don't repeat the values, because they contain tokens.
    else complain('OTEL_EXPORTER_OTLP_HEADERS must list headers as name=value, separated by commas.');
  }
  return headers;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
