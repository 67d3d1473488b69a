import { checkContainers } from './containers.mjs';
import { checkGitHub } from './github.mjs';
import { checkKubernetes } from './kubernetes.mjs';
import { checkMetrics } from './metrics.mjs';
import { readVariables } from './variables.mjs';

/** Every problem in infra/, k8s/, .github/ and docker-compose.yml under a root, one line each. */
export function checkInfra(root) {
  const variables = readVariables(root);
  return [
    ...checkContainers(root, variables),
    ...checkKubernetes(root, variables),
    ...checkGitHub(root, variables),
    ...checkMetrics(root),
  ];
}
