import { describe, expect, it } from '@jest/globals';
import { readTracing } from './tracing.settings.js';

function read(env: Record<string, string>) {
  const problems: string[] = [];
  return { options: readTracing(env, (problem) => problems.push(problem)), problems };
}

describe('the settings of tracing', () => {
  it('are off without a collector, whatever else is set', () => {
    expect(read({ OTEL_TRACES_SAMPLER_ARG: '7' })).toEqual({ options: null, problems: [] });
  });

  it('are read as OpenTelemetry has them', () => {
    const { options, problems } = read({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-team = mail',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    expect(problems).toEqual([]);
    const headers = { authorization: 'Bearer abc', 'x-team': 'mail' };
    expect(options).toEqual({ endpoint: 'http://collector:4318', headers, ratio: 0.25 });
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /OTLP_ENDPOINT/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER_ARG: '2' }, /from 0 to 1/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER_ARG: '-1' }, /from 0 to 1/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_HEADERS: 's3cret' }, /name=value/],
  ])('complain of %j', (env, problem) => {
    const { problems } = read(env);
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(problems.join()).not.toContain('s3cret');
  });
});
