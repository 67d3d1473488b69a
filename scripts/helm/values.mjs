/** The name of an app in values: a hyphen would have to be quoted in every template. */
export const keyOf = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

const byKind = (objects, kind) => objects.filter((object) => object.kind === kind);

/** What a chart leaves open, as these objects have it. `ingress` is for those that have none. */
export function valuesOf(objects, tag, ingress) {
  const [settings] = byKind(objects, 'ConfigMap');
  const [door] = byKind(objects, 'Ingress');
  const data = byKind(objects, 'NetworkPolicy').find(({ metadata }) => metadata.name === 'data');
  const values = {
    image: { repository: 'mailroom', tag },
    settings: settings.data,
    autoscaling: { enabled: byKind(objects, 'ScaledObject').length > 0 },
    ingress: { enabled: door !== undefined, ...ingressValues(door ?? ingress) },
    dataEgress: data.spec.egress,
  };
  for (const { kind, metadata, spec } of objects) {
    if (kind !== 'Deployment' && kind !== 'Job') continue;
    values[keyOf(metadata.name)] = { resources: spec.template.spec.containers[0].resources };
  }
  for (const { kind, metadata, spec } of objects) {
    const app = values[keyOf(metadata.name)];
    if (kind === 'ScaledObject') app.replicas = { min: spec.minReplicaCount, max: spec.maxReplicaCount };
    if (kind === 'HorizontalPodAutoscaler') app.replicas = { min: spec.minReplicas, max: spec.maxReplicas };
  }
  return values;
}

function ingressValues({ metadata, spec }) {
  return { className: spec.ingressClassName, host: spec.rules[0].host, annotations: metadata.annotations };
}

/** What stands above each part of values.yaml. */
export const comments = {
  image: 'The images are <repository>/<app>:<tag>.',
  settings: 'Every app gets these. Each is a string, so quote numbers; an empty one has its default.',
  autoscaling: 'KEDA and the metrics server set the numbers of replicas; without them there is one of each app.',
  ingress: 'The way to the API.',
  dataEgress: 'Where Postgres, NATS and S3 are; nothing else can be reached there.',
};

/** A schema that refuses settings that no app reads, and numbers, which a ConfigMap can't hold. */
export function schemaOf({ settings }) {
  const names = Object.keys(settings);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      // A version such as 1.10 would be a number, and another one.
      image: { type: 'object', properties: { repository: { type: 'string' }, tag: { type: 'string' } } },
      settings: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      },
    },
  };
}
