/** A `FROM` that is an argument, or an image of Compose; ours are built here and have no digest before. */
const named = /^(\s*image: |ARG [A-Z]+_IMAGE=)([^\s@]+)(@sha256:[0-9a-f]{64})?$/gm;
/** What a tag may stand for: images for several machines, or one image. */
const manifests = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const ANSWER_MS = 30_000;

/** The images of others that a Compose file or a Dockerfile names, without their digests. */
export function imagesIn(text) {
  const names = [...text.matchAll(named)].map(([, , image]) => image);
  return [...new Set(names)].filter((image) => !image.startsWith('mailroom/'));
}

/** The text with each image's digest behind its version. */
export function pin(text, digests) {
  return text.replace(named, (line, before, image) =>
    digests.has(image) ? `${before}${image}@${digests.get(image)}` : line,
  );
}

/** Where an image is: `caddy:2` is Docker's own, `quay.io/team/tool:1` names its registry. */
export function placeOf(image) {
  const [, repository, tag] = /^(.+):([\w][\w.-]*)$/.exec(image) ?? [];
  if (repository === undefined) throw new Error(`${image} has no version.`);
  const [host, ...rest] = repository.split('/');
  if (rest.length > 0 && /[.:]|^localhost$/.test(host)) {
    // As Docker does, without TLS on this machine alone.
    const scheme = /^(localhost|127\.0\.0\.1)(:|$)/.test(host) ? 'http' : 'https';
    return { origin: `${scheme}://${host}`, name: rest.join('/'), tag };
  }
  return { origin: 'https://registry-1.docker.io', name: rest.length > 0 ? repository : `library/${host}`, tag };
}

/** Asks an image's registry for the digest of what its tag stands for now. */
export async function digestOf(image) {
  const { origin, name, tag } = placeOf(image);
  const ask = (authorization) =>
    fetch(`${origin}/v2/${name}/manifests/${tag}`, {
      method: 'HEAD',
      headers: { accept: manifests, ...authorization },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  let answer = await ask({});
  if (answer.status === 401) answer = await ask(await authorize(image, answer.headers.get('www-authenticate') ?? ''));
  const digest = answer.headers.get('docker-content-digest') ?? '';
  if (answer.status !== 200) throw new Error(`${image}: the registry answered ${answer.status}.`);
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`${image}: the registry named no digest.`);
  return digest;
}

/** Gets the token that the registry asks for; anybody gets one for a public image. */
async function authorize(image, challenge) {
  const fields = Object.fromEntries([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
  if (!/^Bearer /i.test(challenge) || !URL.canParse(fields.realm)) {
    throw new Error(`${image}: the registry wants a password.`);
  }
  const url = new URL(fields.realm);
  for (const key of ['service', 'scope']) if (fields[key]) url.searchParams.set(key, fields[key]);
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  if (!answer.ok) throw new Error(`${image}: the registry gives nobody a token (${answer.status}).`);
  const { token, access_token: accessToken } = await answer.json();
  return { authorization: `Bearer ${token ?? accessToken}` };
}
