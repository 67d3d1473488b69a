export function declaredMetrics(root?: string): Set<string>;
export function metricsIn(expression: string): string[];
export function watchedExpressions(root?: string): string[];
export function scaledBy(root?: string): string[];
export function checkMetrics(root: string): string[];
